package dev.gmp.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.internal.util.PeriodicThread;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SchedTraceLogTest {

    private static final Duration INTERVAL = Duration.ofMillis(10);
    private static final int LINES = 20;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final CountDownLatch written = new CountDownLatch(LINES);

    /** As after a container was frozen. */
    @Test
    void linesThatWereMissedAreNotMadeUpFor() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            SchedulerSnapshot snapshot = scheduler.snapshot();
            PeriodicThread log = SchedTraceLog.start("frozen", INTERVAL, () -> {
                if (goesOn.getCount() > 0) {
                    stopped.countDown();
                    Latches.await(goesOn);
                } else {
                    written.countDown();
                }
                return snapshot;
            });
            try {
                stopped.await();
                TimeUnit.NANOSECONDS.sleep(INTERVAL.toNanos() * 2 * LINES);
                long begin = System.nanoTime();
                goesOn.countDown();
                written.await();

                assertThat(System.nanoTime() - begin).isGreaterThan(INTERVAL.toNanos() * (LINES - 2));
            } finally {
                log.stop();
            }
        }
    }
}
