package dev.gmp.spring.metrics;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What holds what: the binder its schedulers, the registry nothing. */
class GmpMeterBinderTests {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void metersLiveAsLongAsTheBinder() {
        GmpScheduler scheduler = GmpScheduler.builder().build();
        GmpMeterBinder binder = new GmpMeterBinder(Map.of("gmpScheduler", scheduler), Map.of());
        binder.bindTo(registry);
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        await().until(() -> collected(garbage));
        assertThat(registry.get("gmp.processors").gauge().value()).isEqualTo(scheduler.maxProcs());
        Reference.reachabilityFence(binder);
        scheduler.close();
    }

    @Test
    void aRegistryThatLivesLongerKeepsNoSchedulerAlive() {
        WeakReference<GmpScheduler> scheduler = bindAndForget();
        await().until(() -> collected(scheduler));
        assertThat(registry.get("gmp.processors").gauge().value()).isNaN();
    }

    private WeakReference<GmpScheduler> bindAndForget() {
        GmpScheduler scheduler = GmpScheduler.builder().build();
        GmpMeterBinder binder = new GmpMeterBinder(Map.of("gmpScheduler", scheduler), Map.of());
        binder.bindTo(registry);
        binder.close();
        scheduler.close();
        return new WeakReference<>(scheduler);
    }

    @Test
    void aSchedulerThatLivesLongerTellsAClosedBinderNothing() throws InterruptedException {
        GmpScheduler scheduler = GmpScheduler.builder().build();
        GmpMeterBinder binder = new GmpMeterBinder(Map.of("gmpScheduler", scheduler), Map.of());
        binder.bindTo(registry);
        Timer latency = registry.get("gmp.scheduling.latency").timer();
        run(scheduler, 64);
        await().until(() -> latency.count() > 0);
        binder.close();
        long before = latency.count();
        run(scheduler, 640);
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(100, TimeUnit.SECONDS)).isTrue();
        assertThat(latency.count()).isEqualTo(before);
    }

    @Test
    void eachOfTwoRegistriesHasItsOwnTimers() {
        MeterRegistry other = new SimpleMeterRegistry();
        GmpScheduler scheduler = GmpScheduler.builder().build();
        GmpMeterBinder binder = new GmpMeterBinder(Map.of("gmpScheduler", scheduler), Map.of());
        binder.bindTo(registry);
        binder.bindTo(other);
        run(scheduler, 64);
        scheduler.close();
        long count = registry.get("gmp.scheduling.latency").timer().count();
        assertThat(count).isPositive();
        assertThat(other.get("gmp.scheduling.latency").timer().count()).isEqualTo(count);
        binder.close();
    }

    @Test
    void noMeterHasATagWithoutAValue() {
        try (GmpScheduler scheduler = GmpScheduler.builder().build()) {
            new GmpMeterBinder(Map.of("gmpScheduler", scheduler), Map.of()).bindTo(registry);
            assertThat(registry.getMeters())
                    .map(Meter::getId)
                    .allSatisfy(id -> assertThat(
                                    StreamSupport.stream(id.getTagsAsIterable().spliterator(), false))
                            .allSatisfy(tag -> assertThat(tag.getValue()).isNotBlank()));
        }
    }

    private static void run(GmpScheduler scheduler, int tasks) {
        for (int i = 0; i < tasks; i++) {
            scheduler.execute(() -> {});
        }
    }

    private static boolean collected(WeakReference<?> reference) {
        System.gc();
        return reference.get() == null;
    }
}
