package dev.gmp.spring.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.GoroutineInfo;
import dev.gmp.observe.GoroutineTimes;
import dev.gmp.observe.LatencyHistogramSnapshot;
import dev.gmp.observe.MachineCounts;
import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.ProcessorSnapshot;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.TaskKindSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One scheduler as the endpoint shows it. Its names are what clients read, so they stay when the scheduler's own change.
 * Durations are ISO-8601, as Actuator writes them; what does not apply is null, and written all the same.
 *
 * @param time when this was read, by the application's clock
 * @param deadlocks cycles of threads that wait for each other, at the last look of the watch
 * @param suspectedGoroutines goroutines in groups that seem to be forgotten, at the last look of the watch
 * @param queued tasks that wait for their first run; null where the queue has no limit
 * @param idleQueued idle-priority tasks that wait
 * @param netpollWaiters tasks that wait until a channel of {@code dev.gmp.net} is ready
 * @param oldestRunnable how long the goroutine that has waited longest in a run queue has waited; null if none waits
 * @param machinePage which machines {@code machineDetails} has; {@code machines} counts all
 * @param recentLosses the last goroutines that lost their processors, or take them up by yielding, the latest first
 * @param taskKinds what each kind of task has cost, the most expensive first; empty where that is off, or stacks
 *     are hidden
 * @param stacksAllowed whether the caller may see stacks
 * @param bulkheads those before this scheduler, in the order of their making
 * @since 0.1
 */
@JsonInclude(Include.ALWAYS)
public record SchedulerDescriptor(
        Instant time,
        String phase,
        boolean stalled,
        int deadlocks,
        long suspectedGoroutines,
        Duration uptime,
        int procs,
        @Nullable Double cpuQuota,
        int idleProcs,
        int spinningMachines,
        int runQueueDepth,
        int globalQueueDepth,
        @Nullable Integer queued,
        int idleQueued,
        long timersPending,
        int netpollWaiters,
        Goroutines goroutines,
        Machines machines,
        Counters counters,
        Latency schedulingLatency,
        Latency sliceLength,
        Times times,
        @Nullable Duration oldestRunnable,
        List<ProcessorDescriptor> processors,
        List<MachineDescriptor> machineDetails,
        Page machinePage,
        List<LossDescriptor> recentLosses,
        List<TaskKind> taskKinds,
        boolean stacksAllowed,
        List<BulkheadDescriptor> bulkheads,
        Settings settings)
        implements OperationResponseBody {

    /**
     * @param taskKinds the kinds of the same scheduler
     * @param stacks gets the stacks of machines by their ids
     * @param stacksAllowed whether they may be shown
     */
    static SchedulerDescriptor of(
            SchedulerSnapshot snapshot,
            List<TaskKindSnapshot> taskKinds,
            MachinePage page,
            boolean stacksAllowed,
            Function<List<Long>, Map<Long, List<StackTraceElement>>> stacks) {
        List<MachineSnapshot> machines = page.of(snapshot.machines());
        Map<Long, List<StackTraceElement>> known = page.stacks() && stacksAllowed
                ? stacks.apply(machines.stream().map(MachineSnapshot::id).toList())
                : Map.of();
        long observer = observer(snapshot.name());
        return new SchedulerDescriptor(
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                lowerCase(snapshot.phase()),
                snapshot.stalled(),
                snapshot.deadlocks(),
                snapshot.suspectedGoroutines(),
                Duration.ofMillis(snapshot.uptime().toMillis()),
                snapshot.procs(),
                snapshot.cpuQuota().isPresent() ? snapshot.cpuQuota().getAsDouble() : null,
                snapshot.idleProcs(),
                snapshot.spinningMachines(),
                snapshot.runQueueDepth(),
                snapshot.globalQueueDepth(),
                orNull(snapshot.queued()),
                snapshot.idleQueued(),
                snapshot.timersPending(),
                snapshot.netpollWaiters(),
                Goroutines.of(snapshot.goroutines()),
                Machines.of(snapshot.machineCounts()),
                Counters.of(snapshot.counters()),
                Latency.of(snapshot.schedulingLatency()),
                Latency.of(snapshot.sliceLength()),
                Times.of(snapshot.times()),
                snapshot.oldestRunnable().isZero()
                        ? null
                        : snapshot.oldestRunnable().truncatedTo(ChronoUnit.MILLIS),
                snapshot.processors().stream().map(ProcessorDescriptor::of).toList(),
                machines.stream()
                        .map(machine -> MachineDescriptor.of(machine, observer, known.get(machine.id())))
                        .toList(),
                new Page(page.offset(), page.limit(), snapshot.machines().size()),
                snapshot.recentLosses().stream()
                        .map(loss -> LossDescriptor.of(loss, stacksAllowed))
                        .toList(),
                taskKinds.stream().map(TaskKind::of).toList(),
                stacksAllowed,
                snapshot.bulkheads().stream().map(BulkheadDescriptor::of).toList(),
                Settings.of(snapshot.settings()));
    }

    /** The machine that the caller itself runs on: with web requests on goroutines, the look itself is seen, too. -1 if none. */
    private static long observer(String scheduler) {
        try {
            GoroutineInfo caller = dev.gmp.Goroutines.current();
            return caller.scheduler().equals(scheduler) ? caller.machine() : -1;
        } catch (IllegalStateException e) {
            return -1; // a plain thread
        }
    }

    static @Nullable Integer orNull(OptionalInt limit) {
        return limit.isPresent() ? Integer.valueOf(limit.getAsInt()) : null;
    }

    static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static @Nullable Long idOrNull(long id) {
        return id < 0 ? null : Long.valueOf(id);
    }

    /** Live goroutines by state. */
    public record Goroutines(long runnable, long running, long waiting, long syscall) {

        static Goroutines of(GoroutineCounts counts) {
            return new Goroutines(counts.runnable(), counts.running(), counts.waiting(), counts.syscall());
        }
    }

    /** Time that goroutines have spent in each state, all of them together. */
    public record Times(Duration runnable, Duration running, Duration waiting, Duration syscall) {

        static Times of(GoroutineTimes times) {
            return new Times(
                    inMillis(times.runnable()),
                    inMillis(times.running()),
                    inMillis(times.waiting()),
                    inMillis(times.syscall()));
        }

        private static Duration inMillis(Duration exact) {
            return exact.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    /**
     * Machines, which are threads, by state.
     *
     * @param locked those that wait for a goroutine that is locked to them
     */
    public record Machines(int running, int spinning, int blocked, int overtime, int locked, int idle) {

        static Machines of(MachineCounts counts) {
            return new Machines(
                    counts.running(),
                    counts.spinning(),
                    counts.blocked(),
                    counts.overtime(),
                    counts.locked(),
                    counts.idle());
        }
    }

    /** Totals since the scheduler was built. */
    public record Counters(
            long created,
            long completed,
            long cooperativePreemptions,
            long handoffPreemptions,
            long handoffs,
            long firstYields,
            long repeatedYields,
            long steals,
            long stolenGoroutines,
            long runQueueOverflows,
            long machineParks,
            long machineUnparks,
            long machinesCreated,
            long machinesEnded,
            long machineLimitHits,
            long procsChanges,
            long priorityLowerings,
            long deferred,
            long rejections,
            long uncaughtExceptions,
            Duration pacedTime) {

        static Counters of(SchedulerCounters counters) {
            return new Counters(
                    counters.created(),
                    counters.completed(),
                    counters.cooperativePreemptions(),
                    counters.handoffPreemptions(),
                    counters.handoffs(),
                    counters.firstYields(),
                    counters.repeatedYields(),
                    counters.steals(),
                    counters.stolenGoroutines(),
                    counters.runQueueOverflows(),
                    counters.machineParks(),
                    counters.machineUnparks(),
                    counters.machinesCreated(),
                    counters.machinesEnded(),
                    counters.machineLimitHits(),
                    counters.procsChanges(),
                    counters.priorityLowerings(),
                    counters.deferred(),
                    counters.rejections(),
                    counters.uncaughtExceptions(),
                    counters.pacedTime().truncatedTo(ChronoUnit.MILLIS));
        }
    }

    /**
     * Which of a list are shown.
     *
     * @param total how many there are
     */
    public record Page(int offset, int limit, int total) {}

    /**
     * Sampled durations. Each quantile is the upper edge of its bucket, which doubles from bucket to bucket; the mean is
     * exact.
     *
     * @param buckets those up to the last one that has samples
     */
    @JsonInclude(Include.ALWAYS)
    public record Latency(
            long samples,
            @Nullable Duration mean,
            @Nullable Duration p50,
            @Nullable Duration p99,
            List<Bucket> buckets) {

        static Latency of(LatencyHistogramSnapshot histogram) {
            long samples = histogram.samples();
            if (samples == 0) {
                return new Latency(0, null, null, null, List.of());
            }
            Duration mean = Duration.ofNanos(histogram.totalMicros() * 1_000 / samples);
            return new Latency(
                    samples, mean, histogram.quantile(0.5), histogram.quantile(0.99), Bucket.of(histogram.counts()));
        }
    }

    /**
     * Samples between two durations.
     *
     * @param belowMicros the upper edge in microseconds, which is half of the next one's; the lower edge of the first is 0
     */
    public record Bucket(long belowMicros, long count) {

        static List<Bucket> of(long[] counts) {
            int used = counts.length;
            while (used > 0 && counts[used - 1] == 0) {
                used--;
            }
            return IntStream.range(0, used)
                    .mapToObj(i -> new Bucket(LatencyHistogramSnapshot.upperEdgeMicros(i), counts[i]))
                    .toList();
        }
    }

    /**
     * One processor.
     *
     * @param machine the machine that holds it, or null
     */
    @JsonInclude(Include.ALWAYS)
    public record ProcessorDescriptor(
            int id,
            boolean idle,
            long schedTick,
            int runQueueDepth,
            @Nullable Long machine) {

        static ProcessorDescriptor of(ProcessorSnapshot processor) {
            return new ProcessorDescriptor(
                    processor.id(),
                    processor.idle(),
                    processor.schedTick(),
                    processor.runQueueDepth(),
                    idOrNull(processor.machine()));
        }
    }

    /**
     * What all tasks of one kind have cost since the scheduler was built.
     *
     * @param name an {@code @Async} or {@code @Scheduled} method, a route, a type of processes, or a class
     * @param waiting time in run queues, estimated as the next two
     * @param running time on a processor, or computing without one
     * @param blocked time parked, or with a thread that waits
     * @since 0.2.0
     */
    @JsonInclude(Include.ALWAYS)
    public record TaskKind(
            String name, Duration waiting, Duration running, Duration blocked, long preemptions, long failures) {

        static TaskKind of(TaskKindSnapshot kind) {
            return new TaskKind(
                    kind.name(),
                    Duration.ofMillis(kind.waiting().toMillis()),
                    Duration.ofMillis(kind.running().toMillis()),
                    Duration.ofMillis(kind.blocked().toMillis()),
                    kind.preemptions(),
                    kind.failures());
        }
    }

    /**
     * What the scheduler was built with.
     *
     * @param queueCapacity null means no limit
     * @param schedtraceInterval null means never
     * @param stallAfter null means never
     * @param recorderBytes null means that the flight recorder is off
     */
    @JsonInclude(Include.ALWAYS)
    public record Settings(
            int maxProcs,
            String goroutines,
            Duration timeSlice,
            int maxMachines,
            Duration machineKeepAlive,
            @Nullable Integer queueCapacity,
            int idleQueueCapacity,
            String rejectionPolicy,
            @Nullable Duration schedtraceInterval,
            boolean goroutineTimes,
            @Nullable Duration stallAfter,
            String overtimePolicy,
            int overtimeNice,
            boolean cpuPacing,
            @Nullable Long recorderBytes,
            boolean taskKinds) {

        static Settings of(SchedulerConfig config) {
            return new Settings(
                    config.maxProcs(),
                    lowerCase(config.goroutines()),
                    config.timeSlice(),
                    config.maxMachines(),
                    config.machineKeepAlive(),
                    orNull(config.queueCapacity()),
                    config.idleQueueCapacity(),
                    lowerCase(config.rejectionPolicy()),
                    config.schedtraceInterval().isZero() ? null : config.schedtraceInterval(),
                    config.goroutineTimes(),
                    config.stallAfter().isZero() ? null : config.stallAfter(),
                    lowerCase(config.overtimePolicy()),
                    config.overtimeNice(),
                    config.cpuPacing(),
                    config.recorder() ? config.recorderBytes() : null,
                    config.taskKinds());
        }
    }
}
