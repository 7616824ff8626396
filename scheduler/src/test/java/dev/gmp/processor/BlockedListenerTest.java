package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** LOCK-1: what blocks a machine between two goroutines takes no processor away for good, though no goroutine blocks. */
class BlockedListenerTest {

    private static final int TASKS = 10 * SchedulerListener.SAMPLING_PERIOD;

    private final Object monitor = new Object();
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicBoolean isFirst = new AtomicBoolean(true);
    private final CountDownLatch called = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(TASKS);

    @Test
    void othersRunWhileAListenerWaitsForAMonitor() throws Exception {
        try (GmpScheduler scheduler = withListener(() -> {
            synchronized (monitor) {
                called.countDown();
            }
        })) {
            synchronized (monitor) {
                runOthers(scheduler);
            }
            done.await();
            assertThat(scheduler.snapshot().counters().handoffs()).isPositive();
        }
    }

    @Test
    void othersRunWhileAListenerWaitsForALock() throws Exception {
        try (GmpScheduler scheduler = withListener(() -> {
            lock.lock();
            lock.unlock();
        })) {
            lock.lock();
            try {
                runOthers(scheduler);
            } finally {
                lock.unlock();
            }
            done.await();
            assertThat(scheduler.snapshot().counters().handoffs()).isPositive();
        }
    }

    /** It is told of goroutines that park with the lock, too: none of these may be what the waiting machine runs next. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aListenerMayWaitForALockOfTheGoroutineThatItIsToldOf(GoroutineMode mode) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(mode).build()) {
            scheduler.addListener(new SchedulerListener() {
                @Override
                public void schedulingLatency(Duration latency) {
                    lock.lock();
                    lock.unlock();
                }
            });
            for (int i = 0; i < TASKS; i++) {
                scheduler.execute(() -> {
                    lock.lock();
                    try {
                        LockSupport.parkNanos(1);
                    } finally {
                        lock.unlock();
                    }
                    done.countDown();
                });
            }
            done.await();
        }
    }

    private GmpScheduler withListener(Runnable waiting) {
        GmpScheduler scheduler = GmpScheduler.builder()
                .maxProcs(1)
                .goroutines(GoroutineMode.DIRECT)
                .stallAfter(Duration.ZERO)
                .build();
        scheduler.addListener(new SchedulerListener() {
            @Override
            public void schedulingLatency(Duration latency) {
                if (isFirst.compareAndSet(true, false)) {
                    called.countDown();
                    waiting.run();
                }
            }
        });
        return scheduler;
    }

    private void runOthers(GmpScheduler scheduler) throws InterruptedException {
        for (int i = 0; i < TASKS; i++) {
            scheduler.execute(done::countDown);
        }
        called.await();
        while (done.getCount() > 0) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
