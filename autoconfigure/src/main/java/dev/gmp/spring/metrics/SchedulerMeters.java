package dev.gmp.spring.metrics;

import static dev.gmp.spring.metrics.SnapshotMeters.GOROUTINES;
import static dev.gmp.spring.metrics.SnapshotMeters.NO_UNIT;
import static dev.gmp.spring.metrics.SnapshotMeters.orNotANumber;

import dev.gmp.observe.SchedulerSnapshot;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;

/** The gauges of one scheduler: how many there are of what, and the limits that alerts compare them with. */
final class SchedulerMeters implements MeterBinder {

    private static final String PROCESSORS = "processors";

    private final Tags tags;
    private final RecentSnapshot recent;

    SchedulerMeters(String scheduler, RecentSnapshot recent) {
        this.tags = Tags.of("scheduler", scheduler);
        this.recent = recent;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        var meters = new SnapshotMeters<>(registry, tags, recent, RecentSnapshot::get);
        bindProcessorsAndThreads(meters);
        bindGoroutines(meters);
        bindQueues(meters);
    }

    private static void bindProcessorsAndThreads(SnapshotMeters<RecentSnapshot, SchedulerSnapshot> meters) {
        meters.gauge(
                "gmp.processors",
                PROCESSORS,
                "Processors, so tasks that run at once; changes with the CPUs, with their quota or by hand",
                SchedulerSnapshot::procs);
        meters.gauge(
                "gmp.processors.idle",
                PROCESSORS,
                "Processors that no thread holds; zero while tasks wait means more work than processors",
                SchedulerSnapshot::idleProcs);
        meters.gauge(
                "gmp.cpu.quota",
                "cpus",
                "CPUs that the container may use; not a number where no quota is followed",
                snapshot -> snapshot.cpuQuota().orElse(Double.NaN));
        meters.gauges(
                "gmp.threads",
                BaseUnits.THREADS,
                "Threads; more that are blocked mean tasks that hold theirs while they wait, more in overtime mean tasks"
                        + " that compute without a checkpoint",
                "state",
                Map.of(
                        "running", snapshot -> snapshot.machineCounts().running(),
                        "spinning", snapshot -> snapshot.machineCounts().spinning(),
                        "blocked", snapshot -> snapshot.machineCounts().blocked(),
                        "overtime", snapshot -> snapshot.machineCounts().overtime(),
                        "locked", snapshot -> snapshot.machineCounts().locked(),
                        "idle", snapshot -> snapshot.machineCounts().idle()));
        meters.gauge(
                "gmp.threads.max",
                BaseUnits.THREADS,
                "Threads that may exist at once",
                snapshot -> snapshot.settings().maxMachines());
        meters.gauge(
                "gmp.threads.spinning",
                BaseUnits.THREADS,
                "Threads that look for work; many for long mean that work comes in small pieces",
                SchedulerSnapshot::spinningMachines);
        meters.gauge(
                "gmp.nmspinning",
                BaseUnits.THREADS,
                "The same as gmp.threads.spinning, by Go's name",
                SchedulerSnapshot::spinningMachines);
    }

    private static void bindGoroutines(SnapshotMeters<RecentSnapshot, SchedulerSnapshot> meters) {
        meters.gauges(
                "gmp.goroutines",
                GOROUTINES,
                "Live goroutines, none of which jvm.threads.virtual.live counts; more that are runnable mean more work than"
                        + " processors, more in syscall mean that what they block on is slow",
                "state",
                Map.of(
                        "runnable", snapshot -> snapshot.goroutines().runnable(),
                        "running", snapshot -> snapshot.goroutines().running(),
                        "waiting", snapshot -> snapshot.goroutines().waiting(),
                        "syscall", snapshot -> snapshot.goroutines().syscall()));
        meters.gauge(
                "gmp.network.waiters",
                GOROUTINES,
                "Goroutines that wait for a channel of dev.gmp.net; growth without end means peers that do not answer",
                SchedulerSnapshot::netpollWaiters);
        meters.gauge(
                "gmp.timers.pending",
                "timers",
                "Timers that are set and have not fired; growth without end means more is scheduled than cancelled",
                SchedulerSnapshot::timersPending);
        meters.gauge(
                "gmp.stalled",
                NO_UNIT,
                "1 while tasks wait and none is begun, else 0",
                snapshot -> snapshot.stalled() ? 1 : 0);
        meters.gauge(
                "gmp.leaks.suspected",
                GOROUTINES,
                "Goroutines in groups that only grow and whose oldest never goes on; any are probably forgotten",
                SchedulerSnapshot::suspectedGoroutines);
        meters.gauge(
                "gmp.deadlocks",
                NO_UNIT,
                "Cycles of threads that wait for each other; any needs a fix of the code and a restart",
                SchedulerSnapshot::deadlocks);
    }

    private static void bindQueues(SnapshotMeters<RecentSnapshot, SchedulerSnapshot> meters) {
        meters.gauges(
                "gmp.run.queue.depth",
                GOROUTINES,
                "Goroutines in the global run queue, or in all local ones; growth means that more comes than is done",
                "queue",
                Map.of("global", SchedulerSnapshot::globalQueueDepth, "local", ProcessorQueueMeters::sum));
        meters.gauge(
                "gmp.queue.size",
                BaseUnits.TASKS,
                "Tasks that wait for their first run; not a number where their capacity has no limit",
                snapshot -> orNotANumber(snapshot.queued()));
        meters.gauge(
                "gmp.queue.capacity",
                BaseUnits.TASKS,
                "Tasks that may wait for their first run; not a number without a limit",
                snapshot -> orNotANumber(snapshot.settings().queueCapacity()));
        meters.gauge(
                "gmp.idle.queue.size",
                BaseUnits.TASKS,
                "Tasks of idle priority that wait; growth means that the processors are never idle",
                SchedulerSnapshot::idleQueued);
        meters.gauge(
                "gmp.idle.queue.capacity",
                BaseUnits.TASKS,
                "Tasks of idle priority that may wait",
                snapshot -> snapshot.settings().idleQueueCapacity());
    }
}
