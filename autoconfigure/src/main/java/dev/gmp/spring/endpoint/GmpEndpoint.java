package dev.gmp.spring.endpoint;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedTrace;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** What every scheduler of the application is doing. */
@Endpoint(id = "gmp")
public final class GmpEndpoint {

    private final List<GmpScheduler> schedulers;

    GmpEndpoint(Collection<GmpScheduler> schedulers) {
        this.schedulers = List.copyOf(schedulers);
    }

    @ReadOperation
    public SchedulersDescriptor schedulers() {
        Map<String, SchedulerDescriptor> byName = new TreeMap<>();
        schedulers.forEach(each -> byName.putIfAbsent(each.name(), SchedulerDescriptor.of(each.snapshot())));
        return new SchedulersDescriptor(byName);
    }

    /** @return null, which is "not found", if there is none of that name */
    @ReadOperation
    public @Nullable SchedulerDescriptor scheduler(@Selector String name) {
        return schedulers.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .map(each -> SchedulerDescriptor.of(each.snapshot()))
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
     */
    public record SchedulersDescriptor(Map<String, SchedulerDescriptor> schedulers) {}
}
