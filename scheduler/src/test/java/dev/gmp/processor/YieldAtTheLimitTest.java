package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When every machine that may exist waits for its turn, none is left to bring one of them a processor. */
class YieldAtTheLimitTest {

    @Test
    void directGoroutinesThatYieldAllGetOn() throws Exception {
        GmpScheduler scheduler = GmpScheduler.builder()
                .maxProcs(1)
                .maxMachines(2)
                .goroutines(GoroutineMode.DIRECT)
                .build();
        try (scheduler) {
            int tasks = 4;
            CountDownLatch done = new CountDownLatch(tasks);
            for (int i = 0; i < tasks; i++) {
                scheduler.execute(() -> {
                    for (int round = 0; round < 50; round++) {
                        Goroutines.yield();
                    }
                    done.countDown();
                });
            }
            boolean all = done.await(60, TimeUnit.SECONDS);
            assertThat(all).isTrue();
        }
        assertThat(scheduler.snapshot().runQueueDepth()).isZero();
    }
}
