package dev.gmp.spring.metrics;

import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.MachineCounts;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.observe.SchedulerSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** {@code gmp.*}: what one scheduler's snapshot says. The names are Go's, because that is what operators search for. */
final class SchedulerMeters implements MeterBinder {

    /** The processor of a queue that belongs to none: registries want the same tags on every meter of a name. */
    private static final String NO_PROCESSOR = "none";

    private final Tags tags;
    private final RecentSnapshot recent;

    SchedulerMeters(String scheduler, RecentSnapshot recent) {
        this.tags = Tags.of("scheduler", scheduler);
        this.recent = recent;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        bindProcessorsAndQueues(registry);
        bindMachines(registry);
        bindGoroutines(registry);
        bindTimersAndNetpoll(registry);
        bindCounters(registry);
        bindPreemptions(registry);
        bindYields(registry);
    }

    private void bindProcessorsAndQueues(MeterRegistry registry) {
        gauge(registry, "gmp.procs", tags, "Processors (Go: gomaxprocs)", SchedulerSnapshot::procs);
        gauge(registry, "gmp.procs.idle", tags, "Processors that no machine holds", SchedulerSnapshot::idleProcs);
        gauge(registry, "gmp.nmspinning", tags, "Machines that look for work", SchedulerSnapshot::spinningMachines);
        gauge(
                registry,
                "gmp.cpu.quota",
                tags,
                "The container's CPU limit in CPUs, if one is followed",
                snapshot -> snapshot.cpuQuota().orElse(Double.NaN));
        queue(registry, "global", NO_PROCESSOR, SchedulerSnapshot::globalQueueDepth);
        AtomicInteger known = new AtomicInteger();
        recent.observe(snapshot -> bindLocalQueues(registry, known, snapshot.procs()));
        bindLocalQueues(registry, known, recent.get().procs());
    }

    /** The number of processors can grow. One that is gone has an empty queue. */
    private void bindLocalQueues(MeterRegistry registry, AtomicInteger known, int procs) {
        for (int id = known.getAndAccumulate(procs, Math::max); id < procs; id++) {
            int processor = id;
            queue(registry, "local", Integer.toString(id), snapshot -> localDepth(snapshot, processor));
        }
    }

    private void queue(MeterRegistry registry, String queue, String p, ToDoubleFunction<SchedulerSnapshot> depth) {
        gauge(registry, "gmp.runq.depth", tags.and("queue", queue, "p", p), "Goroutines in a run queue", depth);
    }

    private static double localDepth(SchedulerSnapshot snapshot, int processor) {
        return processor < snapshot.processors().size()
                ? snapshot.processors().get(processor).runQueueDepth()
                : 0;
    }

    private void bindMachines(MeterRegistry registry) {
        machines(registry, "running", MachineCounts::running);
        machines(registry, "spinning", MachineCounts::spinning);
        machines(registry, "blocked", MachineCounts::blocked);
        machines(registry, "overtime", MachineCounts::overtime);
        machines(registry, "locked", MachineCounts::locked);
        machines(registry, "idle", MachineCounts::idle);
    }

    private void machines(MeterRegistry registry, String state, ToDoubleFunction<MachineCounts> count) {
        gauge(
                registry,
                "gmp.machines",
                tags.and("state", state),
                "Machines, which are threads",
                snapshot -> count.applyAsDouble(snapshot.machineCounts()));
    }

    private void bindGoroutines(MeterRegistry registry) {
        goroutines(registry, "runnable", GoroutineCounts::runnable);
        goroutines(registry, "running", GoroutineCounts::running);
        goroutines(registry, "waiting", GoroutineCounts::waiting);
        goroutines(registry, "syscall", GoroutineCounts::syscall);
    }

    private void goroutines(MeterRegistry registry, String state, ToDoubleFunction<GoroutineCounts> count) {
        gauge(
                registry,
                "gmp.goroutines",
                tags.and("state", state),
                "Live goroutines",
                snapshot -> count.applyAsDouble(snapshot.goroutines()));
    }

    private void bindTimersAndNetpoll(MeterRegistry registry) {
        gauge(
                registry,
                "gmp.timers.pending",
                tags,
                "Timers that are set and have not fired",
                SchedulerSnapshot::timersPending);
        gauge(
                registry,
                "gmp.netpoll.waiters",
                tags,
                "Goroutines that wait until a channel is ready",
                SchedulerSnapshot::netpollWaiters);
    }

    /**
     * The unit is no decoration. Prometheus reserves the ending {@code _created}, so without a unit behind it {@code
     * gmp.goroutines.created} would become {@code gmp_goroutines}, which is the gauge, and be dropped. It is the unit that
     * Micrometer gives to {@code executor.completed}.
     */
    private void bindCounters(MeterRegistry registry) {
        counter(registry, "gmp.goroutines.created", "Goroutines accepted", BaseUnits.TASKS, SchedulerCounters::created);
        counter(
                registry,
                "gmp.goroutines.completed",
                "Goroutines that ended",
                BaseUnits.TASKS,
                SchedulerCounters::completed);
        counter(
                registry,
                "gmp.steals",
                "Times that a machine took work from another processor",
                null,
                SchedulerCounters::steals);
        counter(
                registry,
                "gmp.stolen.goroutines",
                "Goroutines moved by steals",
                null,
                SchedulerCounters::stolenGoroutines);
        counter(
                registry,
                "gmp.runq.overflows",
                "Times that a full local queue sent half of itself to the global one",
                null,
                SchedulerCounters::runQueueOverflows);
        counter(
                registry,
                "gmp.machine.parks",
                "Times that a machine parked for want of work",
                null,
                SchedulerCounters::machineParks);
        counter(
                registry,
                "gmp.machine.unparks",
                "Times that a parked machine was woken to work",
                null,
                SchedulerCounters::machineUnparks);
        counter(
                registry,
                "gmp.procs.changes",
                "Times that the number of processors changed, with the CPU quota or by hand",
                null,
                SchedulerCounters::procsChanges);
        counter(
                registry,
                "gmp.paced",
                "Processor time given up, lest the CPU quota be used up and the kernel stop all threads",
                "seconds",
                counters -> counters.pacedTime().toNanos() / 1e9);
        counter(
                registry,
                "gmp.deferred",
                "Goroutines that later ones were let pass, because many computed for long",
                null,
                SchedulerCounters::deferred);
        counter(
                registry,
                "gmp.rejections",
                "Tasks refused or discarded for want of room or after shutdown",
                null,
                SchedulerCounters::rejections);
    }

    private void bindPreemptions(MeterRegistry registry) {
        preemptions(registry, "cooperative", SchedulerCounters::cooperativePreemptions);
        preemptions(registry, "handoff", SchedulerCounters::handoffPreemptions);
        counter(
                registry,
                "gmp.handoffs",
                "Processors passed on from a machine that blocks",
                null,
                SchedulerCounters::handoffs);
    }

    private void preemptions(MeterRegistry registry, String kind, ToDoubleFunction<SchedulerCounters> count) {
        counter(
                registry,
                "gmp.preemptions",
                tags.and("kind", kind),
                "Goroutines that gave way after their time slice, or lost their processor to others",
                null,
                count);
    }

    private void bindYields(MeterRegistry registry) {
        yields(registry, "first", SchedulerCounters::firstYields);
        yields(registry, "repeated", SchedulerCounters::repeatedYields);
    }

    private void yields(MeterRegistry registry, String kind, ToDoubleFunction<SchedulerCounters> count) {
        counter(
                registry,
                "gmp.yields",
                tags.and("kind", kind),
                "Times that a goroutine yielded unasked, for the first time since it parked or blocked, or once more",
                null,
                count);
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            Tags itsTags,
            String description,
            ToDoubleFunction<SchedulerSnapshot> value) {
        Gauge.builder(name, recent, source -> value.applyAsDouble(source.get()))
                .tags(itsTags)
                .description(description)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry,
            String name,
            String description,
            @Nullable String unit,
            ToDoubleFunction<SchedulerCounters> value) {
        counter(registry, name, tags, description, unit, value);
    }

    private void counter(
            MeterRegistry registry,
            String name,
            Tags itsTags,
            String description,
            @Nullable String unit,
            ToDoubleFunction<SchedulerCounters> value) {
        FunctionCounter.builder(
                        name, recent, source -> value.applyAsDouble(source.get().counters()))
                .tags(itsTags)
                .description(description)
                .baseUnit(unit)
                .register(registry);
    }
}
