package dev.gmp.spring.metrics;

import static dev.gmp.spring.metrics.SnapshotMeters.NO_UNIT;

import dev.gmp.observe.SchedulerSnapshot;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * {@code executor.*}: the meters that Micrometer's {@code ExecutorServiceMetrics} gives the JDK's executors, with its
 * names, tags and units, so that dashboards made for those show this one. They count all of the scheduler's work, not only
 * what came through the executor.
 */
final class ExecutorMeters implements MeterBinder {

    private final Tags tags;
    private final RecentSnapshot recent;

    ExecutorMeters(String beanName, RecentSnapshot recent) {
        this.tags = Tags.of("name", beanName);
        this.recent = recent;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        var meters = new SnapshotMeters<>(registry, tags, recent, RecentSnapshot::get);
        meters.counter(
                "executor.completed",
                BaseUnits.TASKS,
                "The approximate total number of tasks that have completed execution",
                snapshot -> snapshot.counters().completed());
        meters.counter(
                "executor.steals",
                NO_UNIT,
                "The total number of tasks stolen from one processor's queue by another",
                snapshot -> snapshot.counters().stolenGoroutines());
        meters.gauge(
                "executor.active",
                BaseUnits.THREADS,
                "The approximate number of threads that are actively executing tasks",
                snapshot ->
                        snapshot.goroutines().running() + snapshot.goroutines().syscall());
        meters.gauge(
                "executor.queued",
                BaseUnits.TASKS,
                "The approximate number of tasks that are queued for execution",
                snapshot -> snapshot.goroutines().runnable());
        meters.gauge(
                "executor.queue.remaining",
                BaseUnits.TASKS,
                "The number of additional elements that this queue can ideally accept without blocking",
                ExecutorMeters::remaining);
        meters.gauge(
                "executor.parallelism",
                BaseUnits.THREADS,
                "The targeted parallelism level of this pool",
                SchedulerSnapshot::procs);
        meters.gauge(
                "executor.pool.size",
                BaseUnits.THREADS,
                "The current number of threads in the pool",
                snapshot -> snapshot.machineCounts().total());
        meters.gauge(
                "executor.pool.core",
                BaseUnits.THREADS,
                "The core number of threads for the pool",
                SchedulerSnapshot::procs);
        meters.gauge(
                "executor.pool.max",
                BaseUnits.THREADS,
                "The maximum allowed number of threads in the pool",
                snapshot -> snapshot.settings().maxMachines());
    }

    private static double remaining(SchedulerSnapshot snapshot) {
        return Math.max(
                0,
                snapshot.settings().queueCapacity().orElse(Integer.MAX_VALUE)
                        - snapshot.queued().orElse(0));
    }
}
