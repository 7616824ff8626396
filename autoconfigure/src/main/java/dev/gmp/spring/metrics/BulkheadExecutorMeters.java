package dev.gmp.spring.metrics;

import dev.gmp.Bulkhead;
import dev.gmp.observe.BulkheadSnapshot;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Function;

/**
 * {@code executor.*} of an executor behind a bulkhead: Micrometer's meters of a {@code ThreadPoolExecutor}, with slots in the
 * place of threads, since slots are what such an executor's size was.
 */
final class BulkheadExecutorMeters implements MeterBinder {

    private final Tags tags;
    private final Bulkhead bulkhead;
    private final Function<Bulkhead, BulkheadSnapshot> snapshots;

    BulkheadExecutorMeters(String name, Bulkhead bulkhead) {
        this(name, bulkhead, Bulkhead::snapshot);
    }

    BulkheadExecutorMeters(String name, Bulkhead bulkhead, Function<Bulkhead, BulkheadSnapshot> snapshots) {
        this.tags = Tags.of("name", name);
        this.bulkhead = bulkhead;
        this.snapshots = snapshots;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        var meters = new SnapshotMeters<>(registry, tags, bulkhead, snapshots);
        meters.counter(
                "executor.completed",
                BaseUnits.TASKS,
                "The approximate total number of tasks that have completed execution",
                BulkheadSnapshot::completed);
        meters.gauge(
                "executor.active",
                BaseUnits.THREADS,
                "The approximate number of threads that are actively executing tasks",
                BulkheadSnapshot::live);
        meters.gauge(
                "executor.queued",
                BaseUnits.TASKS,
                "The approximate number of tasks that are queued for execution",
                BulkheadSnapshot::queued);
        meters.gauge(
                "executor.queue.remaining",
                BaseUnits.TASKS,
                "The number of additional elements that this queue can ideally accept without blocking",
                snapshot -> snapshot.settings().queueCapacity().orElse(Integer.MAX_VALUE) - snapshot.queued());
        meters.gauge(
                "executor.pool.size",
                BaseUnits.THREADS,
                "The current number of threads in the pool",
                BulkheadSnapshot::live);
        meters.gauge(
                "executor.pool.core",
                BaseUnits.THREADS,
                "The core number of threads for the pool",
                snapshot -> snapshot.settings().maxGoroutines());
        meters.gauge(
                "executor.pool.max",
                BaseUnits.THREADS,
                "The maximum allowed number of threads in the pool",
                snapshot -> snapshot.settings().maxGoroutines());
    }
}
