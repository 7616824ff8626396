package dev.gmp.spring.metrics;

import dev.gmp.Bulkhead;
import dev.gmp.observe.BulkheadSnapshot;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Function;

/**
 * {@code executor.*} of an executor behind a bulkhead: Micrometer's meters of a {@code ThreadPoolExecutor}, with slots in the
 * place of threads, since slots are what such an executor's size was.
 */
record BulkheadExecutorMeters(String name, Bulkhead bulkhead, Function<Bulkhead, BulkheadSnapshot> snapshots)
        implements MeterBinder {

    BulkheadExecutorMeters(String name, Bulkhead bulkhead) {
        this(name, bulkhead, Bulkhead::snapshot);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        var meters = new SnapshotMeters<>(registry, Tags.of("name", name), bulkhead, snapshots);
        meters.counter("executor.completed", BulkheadSnapshot::completed);
        meters.gauge("executor.active", BulkheadSnapshot::live);
        meters.gauge("executor.queued", BulkheadSnapshot::queued);
        meters.gauge(
                "executor.queue.remaining",
                snapshot -> snapshot.settings().queueCapacity().orElse(Integer.MAX_VALUE) - snapshot.queued());
        meters.gauge("executor.pool.size", BulkheadSnapshot::live);
        meters.gauge("executor.pool.core", snapshot -> snapshot.settings().maxGoroutines());
        meters.gauge("executor.pool.max", snapshot -> snapshot.settings().maxGoroutines());
    }
}
