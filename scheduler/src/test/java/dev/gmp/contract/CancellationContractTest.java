package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code Future.cancel}: an interrupt reaches the task it is meant for and no other. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class CancellationContractTest {

    @Parameter
    GoroutineMode mode;

    @Test
    void aTaskThatIsCancelledBeforeItBeginsNeverRuns() throws Exception {
        AtomicBoolean ran = new AtomicBoolean();
        try (GmpScheduler scheduler = Unwatched.build(builder(1));
                Occupied occupied = new Occupied(scheduler)) {
            Future<?> future = scheduler.submit(() -> ran.set(true));

            assertThat(future.cancel(true)).isTrue();
            assertThat(future.isCancelled()).isTrue();
        }
        assertThat(ran).isFalse();
    }

    @Test
    void aRunningTaskIsInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        try (GmpScheduler scheduler = builder(2).build()) {
            Future<?> future = scheduler.submit(() -> {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
            });
            begun.await();

            try {
                future.cancel(true);

                interrupted.await();
            } finally {
                scheduler.shutdownNow();
            }
        }
    }

    @Test
    void aRunningTaskIsNotInterruptedUnlessAskedFor() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        try (GmpScheduler scheduler = builder(2).build()) {
            Future<?> future = scheduler.submit(() -> {
                begun.countDown();
                while (cancelled.getCount() > 0) {
                    Thread.onSpinWait();
                }
                interrupted.set(Thread.currentThread().isInterrupted());
            });
            begun.await();
            future.cancel(false);
            cancelled.countDown();
        }
        assertThat(interrupted).isFalse();
    }

    @Test
    void otherRunningTasksAreNotInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(3);
        AtomicBoolean ended = new AtomicBoolean();
        AtomicInteger interrupted = new AtomicInteger();
        Runnable task = () -> {
            begun.countDown();
            while (!ended.get() && !Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            if (Thread.currentThread().isInterrupted()) {
                interrupted.incrementAndGet();
            }
        };
        try (GmpScheduler scheduler = builder(3).build();
                AutoCloseable ending = () -> ended.set(true)) {
            scheduler.submit(task);
            Future<?> victim = scheduler.submit(task);
            scheduler.submit(task);
            begun.await();

            victim.cancel(true);
            await().until(() -> interrupted.get() > 0);
        }
        assertThat(interrupted).hasValue(1);
    }

    /** A task that ends with its interrupt status set, by itself or by a cancellation, hands it to no other. */
    @Test
    void noInterruptReachesTheNextTask() throws Exception {
        AtomicInteger interrupted = new AtomicInteger();
        try (GmpScheduler scheduler = builder(1).build()) {
            for (int i = 0; i < 200; i++) {
                CountDownLatch begun = new CountDownLatch(1);
                Future<?> victim = scheduler.submit(() -> {
                    begun.countDown();
                    for (int spin = 0; spin < 100; spin++) {
                        Thread.onSpinWait();
                    }
                });
                scheduler.execute(() -> Thread.currentThread().interrupt());
                Future<?> next = scheduler.submit(() -> {
                    if (Thread.currentThread().isInterrupted()) {
                        interrupted.incrementAndGet();
                    }
                });
                begun.await();
                victim.cancel(true);
                next.get();
            }
        }
        assertThat(interrupted).hasValue(0);
    }

    private SchedulerBuilder builder(int procs) {
        return Schedulers.direct(procs).goroutines(mode);
    }
}
