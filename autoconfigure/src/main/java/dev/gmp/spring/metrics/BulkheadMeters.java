package dev.gmp.spring.metrics;

import dev.gmp.Bulkhead;
import dev.gmp.observe.BulkheadListener;
import dev.gmp.observe.BulkheadSnapshot;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** {@code gmp.bulkhead.*} and {@code gmp.admission.wait} of one bulkhead, until this is closed. */
final class BulkheadMeters implements MeterBinder, AutoCloseable {

    private final Bulkhead bulkhead;
    private final Function<Bulkhead, BulkheadSnapshot> snapshots;
    private final String scheduler;
    private final Tags tags;
    private final List<BulkheadListener> timers = new CopyOnWriteArrayList<>();

    BulkheadMeters(Bulkhead bulkhead) {
        this(bulkhead, Bulkhead::snapshot);
    }

    BulkheadMeters(Bulkhead bulkhead, Function<Bulkhead, BulkheadSnapshot> snapshots) {
        this.bulkhead = bulkhead;
        this.snapshots = snapshots;
        this.scheduler = bulkhead.snapshot().scheduler();
        this.tags = Tags.of("scheduler", scheduler, "bulkhead", bulkhead.name());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        var meters = new SnapshotMeters<>(registry, tags, bulkhead, snapshots);
        meters.gauge("gmp.bulkhead.live", BulkheadSnapshot::live);
        meters.gauge("gmp.bulkhead.max", snapshot -> snapshot.settings().maxGoroutines());
        meters.gauge("gmp.bulkhead.queued", BulkheadSnapshot::queued);
        meters.gauge(
                "gmp.bulkhead.queue.capacity",
                snapshot -> SnapshotMeters.orNotANumber(snapshot.settings().queueCapacity()));
        meters.counter("gmp.bulkhead.completed", BulkheadSnapshot::completed);
        meters.counter("gmp.bulkhead.rejected", BulkheadSnapshot::rejections);
        Timer wait = AdmissionTimer.register(registry, scheduler, bulkhead.name());
        BulkheadListener timer = wait::record;
        bulkhead.addListener(timer);
        timers.add(timer);
    }

    @Override
    public void close() {
        timers.forEach(bulkhead::removeListener);
        timers.clear();
    }
}
