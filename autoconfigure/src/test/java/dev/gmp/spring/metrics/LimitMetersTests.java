package dev.gmp.spring.metrics;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.spring.BusyTask;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One machine, a task that keeps it, and another that waits. */
class LimitMetersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void aStallIsSeenAsLongAsItLasts() {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                        .goroutines(GoroutineMode.DIRECT)
                        .maxProcs(1)
                        .maxMachines(1)
                        .queueCapacity(5)
                        .stallAfter(Duration.ofSeconds(1))
                        .build();
                GmpMeterBinder binder = new GmpMeterBinder(Map.of("gmpScheduler", scheduler), Map.of())) {
            binder.bindTo(registry);
            assertThat(gauge("gmp.stalled")).isZero();
            assertThat(gauge("gmp.threads.max")).isEqualTo(1);
            assertThat(gauge("gmp.queue.capacity")).isEqualTo(5);

            BusyTask busy = BusyTask.on(scheduler);
            scheduler.execute(() -> {});
            await().until(() -> gauge("gmp.stalled") == 1);
            await().until(() ->
                    registry.get("gmp.threads.limit.hits").functionCounter().count() > 0);
            busy.release();
            await().until(() -> gauge("gmp.stalled") == 0);
        }
    }

    @Test
    void aQueueWithoutALimitHasNoCapacity() {
        try (GmpScheduler scheduler = GmpScheduler.builder().maxProcs(1).build();
                GmpMeterBinder binder = new GmpMeterBinder(Map.of("gmpScheduler", scheduler), Map.of())) {
            binder.bindTo(registry);
            assertThat(gauge("gmp.queue.size")).isNaN();
            assertThat(gauge("gmp.queue.capacity")).isNaN();
            assertThat(gauge("gmp.idle.queue.capacity")).isEqualTo(10_000);
        }
    }

    @Test
    void queuesAreCountedEachByItself() {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                        .goroutines(GoroutineMode.DIRECT)
                        .maxProcs(1)
                        .maxMachines(1)
                        .queueCapacity(5)
                        .idleQueueCapacity(7)
                        .build();
                GmpMeterBinder binder = new GmpMeterBinder(Map.of("gmpScheduler", scheduler), Map.of())) {
            binder.bindTo(registry);
            BusyTask busy = BusyTask.on(scheduler);
            for (int i = 0; i < 4; i++) {
                scheduler.executeIdle(() -> {});
            }
            scheduler.execute(() -> {});
            scheduler.resume(() -> {});
            await().until(() -> gauge("gmp.queue.size") == 2);
            assertThat(gauge("gmp.queue.capacity")).isEqualTo(5);
            await().until(() -> gauge("gmp.idle.queue.size") == 4);
            assertThat(gauge("gmp.idle.queue.capacity")).isEqualTo(7);
            busy.release();
            await().until(() -> gauge("gmp.queue.size") == 0 && gauge("gmp.idle.queue.size") == 0);
        }
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }
}
