package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The number of processors is changed by several at once, between one and a thousand, while work of all kinds goes on. */
class ResizeStormTest {

    private static final int MOST_PROCS = 1_000;
    private static final int CHANGES = 400;

    private final AtomicInteger submitted = new AtomicInteger();
    private final AtomicInteger ran = new AtomicInteger();

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void changesFromAllSidesLoseNoWork(GoroutineMode mode) throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder().goroutines(mode).build()) {
            Together.untilFirstEnds(
                    () -> {
                        SplittableRandom random = new SplittableRandom(1);
                        for (int i = 0; i < CHANGES; i++) {
                            scheduler.setMaxProcs(1 << random.nextInt(10));
                        }
                    },
                    () -> {
                        scheduler.setDefaultMaxProcs();
                        scheduler.setMaxProcs(MOST_PROCS);
                    },
                    () -> submitOfEachKind(scheduler),
                    () -> assertThat(scheduler.snapshot().procs()).isBetween(1, MOST_PROCS));
            scheduler.setMaxProcs(3);

            await().atMost(60, TimeUnit.SECONDS).until(() -> ran.get() == submitted.get());
            assertThat(Schedulers.awaitIdle(scheduler).idleProcs()).isEqualTo(3);
            assertThat(scheduler.snapshot().counters().completed()).isEqualTo(submitted.get());
        }
    }

    private void submitOfEachKind(GmpScheduler scheduler) throws InterruptedException {
        submitted.addAndGet(5);
        scheduler.execute(ran::incrementAndGet);
        scheduler.execute(() -> {
            Goroutines.yield();
            scheduler.execute(ran::incrementAndGet);
            ran.incrementAndGet();
        });
        scheduler.execute(() -> {
            try {
                Goroutines.blocking(() -> {
                    TimeUnit.MILLISECONDS.sleep(1);
                    return ran.incrementAndGet();
                });
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        scheduler.schedule(ran::incrementAndGet, 1, TimeUnit.MILLISECONDS);
        while (submitted.get() - ran.get() > 2_000) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
