package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many more goroutines that compute than may do so without a processor. Later ones pass them. */
class OverloadedTest {

    private static final int PROCS = 1;
    private static final int HOGS = 3 * Overload.BOUND * PROCS;
    private static final int SHORT = 50;

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile boolean over;

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void laterOnesPass(GoroutineMode mode) throws Exception {
        GmpScheduler scheduler = open(mode);
        try {
            computeAll(scheduler);
            AtomicInteger passed = new AtomicInteger();
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(90, TimeUnit.SECONDS)
                    .until(() -> {
                        scheduler.execute(passed::incrementAndGet);
                        return passed.get() >= SHORT;
                    });
            assertThat(ended).hasValue(0);
            assertThat(scheduler.snapshot().counters().deferred()).isPositive();
        } finally {
            over = true;
            end(scheduler);
        }
        assertThat(ended).hasValue(HOGS);
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void deferredOnesAreReturnedByShutdownNow(GoroutineMode mode) throws Exception {
        GmpScheduler scheduler = open(mode);
        int returned;
        try {
            computeAll(scheduler);
            Awaitility.await()
                    .atMost(90, TimeUnit.SECONDS)
                    .until(() -> scheduler.snapshot().counters().deferred() > 0);
            returned = scheduler.shutdownNow().size();
        } finally {
            over = true;
            end(scheduler);
        }
        assertThat(begun.get() + returned).isEqualTo(HOGS);
        assertThat(ended).hasValue(begun.get());
    }

    private static GmpScheduler open(GoroutineMode mode) {
        return GmpScheduler.builder()
                .name("overloaded")
                .maxProcs(PROCS)
                .goroutines(mode)
                .build();
    }

    private void computeAll(ExecutorService executor) {
        for (int i = 0; i < HOGS; i++) {
            executor.execute(() -> {
                begun.incrementAndGet();
                while (!over) {
                    Thread.onSpinWait();
                }
                ended.incrementAndGet();
            });
        }
    }

    private static void end(GmpScheduler scheduler) throws InterruptedException {
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
}
