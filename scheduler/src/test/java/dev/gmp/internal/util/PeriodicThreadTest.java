package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Latches;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PeriodicThreadTest {

    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final SafeLog FAILED = new SafeLog(PeriodicThreadTest.class, Level.WARNING, "a run failed");

    private final BlockingQueue<Long> runs = new LinkedBlockingQueue<>();

    /** As after a container was frozen. */
    @Test
    void runsThatWereMissedAreNotMadeUpFor() throws Exception {
        CountDownLatch goesOn = new CountDownLatch(1);
        PeriodicThread thread = started(() -> Latches.await(goesOn));
        try {
            runs.take();
            TimeUnit.NANOSECONDS.sleep(5 * INTERVAL.toNanos());
            long from = System.nanoTime();
            goesOn.countDown();
            runs.take();
            runs.take();

            assertThat(runs.take() - from).isGreaterThanOrEqualTo(3 * INTERVAL.toNanos());
        } finally {
            goesOn.countDown();
            thread.stop();
        }
    }

    @Test
    void whatARunThrowsIsLoggedAndTheNextFollows() throws Exception {
        try (CapturedLog log = CapturedLog.of(PeriodicThreadTest.class.getName())) {
            PeriodicThread thread = started(() -> {
                throw new IllegalStateException("as the test wants it");
            });
            runs.take();
            runs.take();
            thread.stopAndWait(Duration.ofMinutes(1));

            assertThat(log.messages()).hasSizeGreaterThanOrEqualTo(2).containsOnly("a run failed");
            assertThat(thread.isRunning()).isFalse();
        }
    }

    @Test
    void aRunThatStopsItDoesNotWaitForItself() throws Exception {
        AtomicReference<PeriodicThread> own = new AtomicReference<>();
        CountDownLatch known = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        own.set(started(() -> {
            Latches.await(known);
            own.get().stopAndWait(Duration.ofHours(1));
            ended.countDown();
        }));
        known.countDown();

        ended.await();
        own.get().ensureStarted();
        assertThat(own.get().isRunning()).isFalse();
    }

    private PeriodicThread started(Runnable action) {
        PeriodicThread thread = new PeriodicThread(
                "gmp-test",
                INTERVAL,
                () -> {
                    runs.add(System.nanoTime());
                    action.run();
                },
                FAILED);
        thread.ensureStarted();
        return thread;
    }
}
