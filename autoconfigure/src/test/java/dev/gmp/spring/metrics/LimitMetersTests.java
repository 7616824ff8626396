package dev.gmp.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
            assertThat(gauge("gmp.machines.max")).isEqualTo(1);
            assertThat(gauge("gmp.queue.capacity")).isEqualTo(5);

            BusyTask busy = BusyTask.on(scheduler);
            scheduler.execute(() -> {});
            await().until(() -> gauge("gmp.stalled") == 1);
            await().until(() ->
                    registry.get("gmp.machine.limit.hits").functionCounter().count() > 0);
            busy.release();
            await().until(() -> gauge("gmp.stalled") == 0);
        }
    }

    @Test
    void aQueueWithoutALimitHasNoCapacity() {
        try (GmpScheduler scheduler = GmpScheduler.builder().maxProcs(1).build();
                GmpMeterBinder binder = new GmpMeterBinder(Map.of("gmpScheduler", scheduler), Map.of())) {
            binder.bindTo(registry);
            assertThat(gauge("gmp.queue.capacity")).isNaN();
        }
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }
}
