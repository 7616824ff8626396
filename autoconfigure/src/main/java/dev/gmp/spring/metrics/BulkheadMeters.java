package dev.gmp.spring.metrics;

import dev.gmp.Bulkhead;
import dev.gmp.config.BulkheadConfig;
import dev.gmp.observe.BulkheadListener;
import dev.gmp.observe.BulkheadSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

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
        gauge(
                registry,
                "gmp.bulkhead.live",
                "Goroutines that hold a slot, parked ones included",
                BulkheadSnapshot::live);
        gauge(registry, "gmp.bulkhead.queued", "Tasks that wait for a slot", BulkheadSnapshot::queued);
        gauge(
                registry,
                "gmp.bulkhead.max.goroutines",
                "Slots",
                snapshot -> snapshot.settings().maxGoroutines());
        gauge(
                registry,
                "gmp.bulkhead.queue.capacity",
                "Tasks that may wait",
                snapshot -> capacity(snapshot.settings().queueCapacity()));
        counter(registry, "gmp.bulkhead.admitted", "Tasks that have got a slot", BulkheadSnapshot::admitted);
        counter(registry, "gmp.bulkhead.completed", "Tasks that have given it back", BulkheadSnapshot::completed);
        counter(
                registry,
                "gmp.bulkhead.rejections",
                "Tasks refused or discarded for want of room or after shutdown",
                BulkheadSnapshot::rejections);
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

    private static double capacity(int value) {
        return value == BulkheadConfig.UNBOUNDED ? Double.NaN : value;
    }

    private void gauge(
            MeterRegistry registry, String name, String description, ToDoubleFunction<BulkheadSnapshot> value) {
        Gauge.builder(name, bulkhead, source -> value.applyAsDouble(snapshots.apply(source)))
                .tags(tags)
                .description(description)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry, String name, String description, ToLongFunction<BulkheadSnapshot> value) {
        FunctionCounter.builder(name, bulkhead, source -> value.applyAsLong(snapshots.apply(source)))
                .tags(tags)
                .description(description)
                .register(registry);
    }
}
