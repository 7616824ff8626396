package dev.gmp.spring.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.gmp.GmpScheduler;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.observe.SchedTrace;
import dev.gmp.process.Processes;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * What every scheduler of the application is doing, and how many processors it has. That number can be changed where {@code
 * management.endpoint.gmp.access=unrestricted} allows it.
 *
 * @since 0.1
 */
@Endpoint(id = "gmp", defaultAccess = Access.READ_ONLY)
public final class GmpEndpoint {

    /** In place of a number: that of the CPUs and their quota, followed from then on. */
    static final String AUTO = "auto";

    private final List<GmpScheduler> schedulers;
    private final List<Processes> processes;
    private final ProgressReport progress;
    private final @Nullable ClusterPart cluster;

    private final boolean stacksForAll;

    /**
     * @param stacksForAll whether stacks are shown to every caller, also to one that is not authenticated
     * @param cluster null where the application is no node of one
     */
    GmpEndpoint(
            Collection<GmpScheduler> schedulers,
            boolean stacksForAll,
            Collection<ProgressSource> progressSources,
            Collection<Processes> processes,
            @Nullable ClusterPart cluster) {
        this.schedulers = List.copyOf(schedulers);
        this.processes = List.copyOf(processes);
        this.cluster = cluster;
        this.stacksForAll = stacksForAll;
        this.progress = new ProgressReport(progressSources);
    }

    @ReadOperation
    public SchedulersDescriptor schedulers() {
        return schedulers(MachinePage.FIRST, stacksForAll);
    }

    SchedulersDescriptor schedulers(MachinePage page, boolean stacksAllowed) {
        Map<String, SchedulerDescriptor> byName = new TreeMap<>();
        schedulers.forEach(each -> byName.putIfAbsent(each.name(), describe(each, page, stacksAllowed)));
        return new SchedulersDescriptor(
                byName,
                progress.read(),
                processes.stream().map(ProcessesDescriptor::of).toList(),
                cluster == null ? null : cluster.describe());
    }

    /** @return null, which is "not found", if there is none of that name */
    @ReadOperation
    public @Nullable SchedulerDescriptor scheduler(@Selector String name) {
        return scheduler(name, MachinePage.FIRST, stacksForAll);
    }

    @Nullable
    SchedulerDescriptor scheduler(String name, MachinePage page, boolean stacksAllowed) {
        GmpScheduler scheduler = find(name);
        return scheduler == null ? null : describe(scheduler, page, stacksAllowed);
    }

    private static SchedulerDescriptor describe(GmpScheduler scheduler, MachinePage page, boolean stacksAllowed) {
        return SchedulerDescriptor.of(
                scheduler.snapshot(),
                stacksAllowed ? scheduler.taskKinds() : List.of(),
                page,
                stacksAllowed,
                scheduler::machineStacks);
    }

    /**
     * Changes the number of processors of the only scheduler, without stopping anything.
     *
     * @param maxProcs a number, or {@code auto} to follow the CPUs and their quota
     * @return what it is now; JMX takes no boolean
     * @throws InvalidEndpointRequestException if it is neither, if it is out of range, or if there are several schedulers
     */
    @WriteOperation
    public ProcsDescriptor configure(String maxProcs) {
        if (schedulers.size() != 1) {
            throw invalid("the application has the schedulers " + names() + ": name one of them in the path", null);
        }
        return setMaxProcs(schedulers.get(0), maxProcs);
    }

    /**
     * The same for the scheduler of that name.
     *
     * @throws InvalidEndpointRequestException also if there is none
     */
    @WriteOperation
    public ProcsDescriptor configureScheduler(@Selector String name, String maxProcs) {
        GmpScheduler scheduler = find(name);
        if (scheduler == null) {
            throw invalid("name must be one of " + names() + ", but was " + name, null);
        }
        return setMaxProcs(scheduler, maxProcs);
    }

    boolean has(String name) {
        return find(name) != null;
    }

    private List<String> names() {
        return schedulers.stream().map(GmpScheduler::name).toList();
    }

    private static ProcsDescriptor setMaxProcs(GmpScheduler scheduler, String maxProcs) {
        try {
            if (maxProcs.equalsIgnoreCase(AUTO)) {
                scheduler.setDefaultMaxProcs();
            } else {
                scheduler.setMaxProcs(Integer.parseInt(maxProcs));
            }
            return new ProcsDescriptor(scheduler.name(), scheduler.maxProcs());
        } catch (NumberFormatException e) {
            throw invalid("maxProcs must be a number or auto, but was " + maxProcs, e);
        } catch (InvalidSettingException e) {
            throw invalid("maxProcs must be %s, or auto, but was %s".formatted(e.range(), e.value()), e);
        }
    }

    private static InvalidEndpointRequestException invalid(String message, @Nullable RuntimeException cause) {
        return new InvalidEndpointRequestException(message, message, cause);
    }

    private @Nullable GmpScheduler find(String name) {
        return schedulers.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Go's schedtrace line for each scheduler, then one for each processor and machine. */
    String schedtrace() {
        return schedulers.stream()
                .map(each -> each.name() + " " + SchedTrace.detail(each.snapshot()))
                .collect(Collectors.joining());
    }

    /**
     * The endpoint's answer.
     *
     * @param schedulers by name
     * @param progress of the application's long work
     * @param processes of each runtime for processes; empty where the application has none
     * @param cluster null where the application is no node of one
     */
    @JsonInclude(Include.ALWAYS)
    public record SchedulersDescriptor(
            Map<String, SchedulerDescriptor> schedulers,
            List<Progress> progress,
            List<ProcessesDescriptor> processes,
            @Nullable ClusterDescriptor cluster)
            implements OperationResponseBody {}

    /** The number of processors of a scheduler after a change. */
    public record ProcsDescriptor(String scheduler, int procs) implements OperationResponseBody {}
}
