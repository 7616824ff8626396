package dev.gmp.spring.metrics;

import static dev.gmp.spring.metrics.SnapshotMeters.orNotANumber;

import dev.gmp.observe.SchedulerSnapshot;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;

/** The gauges of one scheduler: how many there are of what, and the limits that alerts compare them with. */
record SchedulerMeters(String scheduler, RecentSnapshot recent) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        var meters = new SnapshotMeters<>(registry, Tags.of("scheduler", scheduler), recent, RecentSnapshot::get);
        bindProcessorsAndThreads(meters);
        bindGoroutines(meters);
        bindQueues(meters);
    }

    private static void bindProcessorsAndThreads(SnapshotMeters<RecentSnapshot, SchedulerSnapshot> meters) {
        meters.gauge("gmp.processors", SchedulerSnapshot::procs);
        meters.gauge("gmp.processors.idle", SchedulerSnapshot::idleProcs);
        meters.gauge("gmp.cpu.quota", snapshot -> snapshot.cpuQuota().orElse(Double.NaN));
        meters.gauges(
                "gmp.threads",
                "state",
                Map.of(
                        "running", snapshot -> snapshot.machineCounts().running(),
                        "spinning", snapshot -> snapshot.machineCounts().spinning(),
                        "blocked", snapshot -> snapshot.machineCounts().blocked(),
                        "overtime", snapshot -> snapshot.machineCounts().overtime(),
                        "locked", snapshot -> snapshot.machineCounts().locked(),
                        "idle", snapshot -> snapshot.machineCounts().idle()));
        meters.gauge("gmp.threads.max", snapshot -> snapshot.settings().maxMachines());
        meters.gauge("gmp.nmspinning", SchedulerSnapshot::spinningMachines);
    }

    private static void bindGoroutines(SnapshotMeters<RecentSnapshot, SchedulerSnapshot> meters) {
        meters.gauges(
                "gmp.goroutines",
                "state",
                Map.of(
                        "runnable", snapshot -> snapshot.goroutines().runnable(),
                        "running", snapshot -> snapshot.goroutines().running(),
                        "waiting", snapshot -> snapshot.goroutines().waiting(),
                        "syscall", snapshot -> snapshot.goroutines().syscall()));
        meters.gauge("gmp.network.waiters", SchedulerSnapshot::netpollWaiters);
        meters.gauge("gmp.timers.pending", SchedulerSnapshot::timersPending);
        meters.gauge("gmp.stalled", snapshot -> snapshot.stalled() ? 1 : 0);
        meters.gauge("gmp.leaks.suspected", SchedulerSnapshot::suspectedGoroutines);
        meters.gauge("gmp.deadlocks", SchedulerSnapshot::deadlocks);
    }

    private static void bindQueues(SnapshotMeters<RecentSnapshot, SchedulerSnapshot> meters) {
        meters.gauges(
                "gmp.run.queue.depth",
                "queue",
                Map.of("global", SchedulerSnapshot::globalQueueDepth, "local", ProcessorQueueMeters::sum));
        meters.gauge("gmp.queue.size", snapshot -> orNotANumber(snapshot.queued()));
        meters.gauge(
                "gmp.queue.capacity",
                snapshot -> orNotANumber(snapshot.settings().queueCapacity()));
        meters.gauge("gmp.idle.queue.size", SchedulerSnapshot::idleQueued);
        meters.gauge("gmp.idle.queue.capacity", snapshot -> snapshot.settings().idleQueueCapacity());
    }
}
