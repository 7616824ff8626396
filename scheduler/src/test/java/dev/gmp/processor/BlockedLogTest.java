package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The monitor waits for no log: the holder of its lock may wait for the monitor. */
class BlockedLogTest {

    private final Logger logger = Logger.getLogger("dev.gmp.internal.sched");
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final Handler locking = new Handler() {
        @Override
        public void publish(LogRecord line) {
            reached.countDown();
            lock.lock();
            lock.unlock();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void block() {
        lock.lock();
        logger.addHandler(locking);
    }

    @AfterEach
    void unblock() {
        logger.removeHandler(locking);
        if (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }

    /** Nothing else would take the processor from a blocked machine. */
    @Test
    void aBlockedMachineLosesItsProcessorAfterAStallThatCannotBeReported() throws Exception {
        CountDownLatch stalled = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (GmpScheduler scheduler = Schedulers.direct(1)
                .maxMachines(2)
                .stallAfter(Duration.ofSeconds(1))
                .build()) {
            for (int i = 0; i < 2; i++) {
                scheduler.execute(() -> Latches.await(stalled));
            }
            scheduler.execute(() -> {});
            reached.await();
            await().until(() -> scheduler.snapshot().stalled());
            stalled.countDown();
            Schedulers.await(scheduler, now -> now.counters().completed() == 3);

            scheduler.execute(() -> Latches.await(release));
            assertThat(scheduler.submit(() -> 7).get(60, TimeUnit.SECONDS)).isEqualTo(7);
            release.countDown();
            lock.unlock();
        }
    }
}
