package dev.gmp.process.cluster.internal.engine;

import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimersTest {

    @Test
    void aPeriodicTaskGoesOnAfterItHasThrown() {
        AtomicInteger runs = new AtomicInteger();
        try (GmpScheduler scheduler = GmpScheduler.builder().build()) {
            new Timers(scheduler).every(TimeUnit.MILLISECONDS.toNanos(1), () -> {
                runs.incrementAndGet();
                throw new IllegalStateException("not today");
            });
            await().atMost(Duration.ofSeconds(100)).until(() -> runs.get() >= 3);
        }
    }
}
