package dev.gmp.spring.metrics;

import dev.gmp.observe.SchedulerSnapshot;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * {@code executor.*}: the meters that Micrometer's {@code ExecutorServiceMetrics} gives the JDK's executors, with its
 * names, tags and units, so that dashboards made for those show this one. They count all of the scheduler's work, not only
 * what came through the executor.
 */
record ExecutorMeters(String beanName, RecentSnapshot recent) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        var meters = new SnapshotMeters<>(registry, Tags.of("name", beanName), recent, RecentSnapshot::get);
        meters.counter("executor.completed", snapshot -> snapshot.counters().completed());
        meters.counter("executor.steals", snapshot -> snapshot.counters().stolenGoroutines());
        meters.gauge(
                "executor.active",
                snapshot ->
                        snapshot.goroutines().running() + snapshot.goroutines().syscall());
        meters.gauge("executor.queued", snapshot -> snapshot.goroutines().runnable());
        meters.gauge("executor.queue.remaining", ExecutorMeters::remaining);
        meters.gauge("executor.parallelism", SchedulerSnapshot::procs);
        meters.gauge("executor.pool.size", snapshot -> snapshot.machineCounts().total());
        meters.gauge("executor.pool.core", SchedulerSnapshot::procs);
        meters.gauge("executor.pool.max", snapshot -> snapshot.settings().maxMachines());
    }

    private static double remaining(SchedulerSnapshot snapshot) {
        return Math.max(
                0,
                snapshot.settings().queueCapacity().orElse(Integer.MAX_VALUE)
                        - snapshot.queued().orElse(0));
    }
}
