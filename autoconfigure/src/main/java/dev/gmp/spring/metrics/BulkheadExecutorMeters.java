package dev.gmp.spring.metrics;

import dev.gmp.Bulkhead;
import dev.gmp.observe.BulkheadSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

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
        FunctionCounter.builder(
                        "executor.completed",
                        bulkhead,
                        source -> snapshots.apply(source).completed())
                .tags(tags)
                .description("The approximate total number of tasks that have completed execution")
                .baseUnit(BaseUnits.TASKS)
                .register(registry);
        gauge(
                registry,
                "executor.active",
                BaseUnits.THREADS,
                "The approximate number of threads that are actively executing tasks",
                BulkheadSnapshot::live);
        gauge(
                registry,
                "executor.queued",
                BaseUnits.TASKS,
                "The approximate number of tasks that are queued for execution",
                BulkheadSnapshot::queued);
        gauge(
                registry,
                "executor.queue.remaining",
                BaseUnits.TASKS,
                "The number of additional elements that this queue can ideally accept without blocking",
                snapshot -> snapshot.settings().queueCapacity() - snapshot.queued());
        gauge(
                registry,
                "executor.pool.size",
                BaseUnits.THREADS,
                "The current number of threads in the pool",
                BulkheadSnapshot::live);
        gauge(
                registry,
                "executor.pool.core",
                BaseUnits.THREADS,
                "The core number of threads for the pool",
                snapshot -> snapshot.settings().maxGoroutines());
        gauge(
                registry,
                "executor.pool.max",
                BaseUnits.THREADS,
                "The maximum allowed number of threads in the pool",
                snapshot -> snapshot.settings().maxGoroutines());
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String unit,
            String description,
            ToDoubleFunction<BulkheadSnapshot> value) {
        Gauge.builder(name, bulkhead, source -> value.applyAsDouble(snapshots.apply(source)))
                .tags(tags)
                .description(description)
                .baseUnit(unit)
                .register(registry);
    }
}
