package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code shutdown} and {@code close}: what was accepted is finished, what comes later is refused. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class ShutdownContractTest {

    @Parameter
    GoroutineMode mode;

    @Test
    void acceptedTasksAreFinished() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        GmpScheduler scheduler = Unwatched.build(builder());
        try (Occupied occupied = new Occupied(scheduler)) {
            for (int i = 0; i < 1_000; i++) {
                scheduler.execute(ran::incrementAndGet);
            }
            scheduler.shutdown();

            assertThat(scheduler.isShutdown()).isTrue();
            assertThat(scheduler.isTerminated()).isFalse();
            assertThat(scheduler.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
        }
        Schedulers.awaitTermination(scheduler);
        assertThat(ran).hasValue(1_000);
        assertThat(scheduler.isTerminated()).isTrue();
    }

    @Test
    void laterTasksAreRefusedWithTheReason() {
        GmpScheduler scheduler = builder().name("orders").build();
        scheduler.shutdown();

        assertThatThrownBy(() -> scheduler.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("orders")
                .hasMessageMatching(".*(SHUTDOWN|TERMINATED).*");
        assertThatThrownBy(() -> scheduler.submit(() -> 1)).isInstanceOf(RejectedExecutionException.class);
        assertThat(scheduler.snapshot().counters().rejections()).isEqualTo(2);
        assertThat(scheduler.snapshot().counters().created()).isZero();
    }

    @Test
    void aTaskMaySubmitNothingAfterShutdownEither() throws Exception {
        CountDownLatch shutDown = new CountDownLatch(1);
        AtomicBoolean refused = new AtomicBoolean();
        GmpScheduler scheduler = builder().build();
        scheduler.execute(() -> {
            await(shutDown);
            try {
                scheduler.execute(() -> {});
            } catch (RejectedExecutionException e) {
                refused.set(true);
            }
        });
        scheduler.shutdown();
        shutDown.countDown();

        Schedulers.awaitTermination(scheduler);

        assertThat(refused).isTrue();
    }

    @Test
    void aSchedulerThatWasNeverUsedTerminatesAtOnce() throws Exception {
        GmpScheduler scheduler = builder().build();
        assertThat(scheduler.isShutdown()).isFalse();
        assertThat(scheduler.isTerminated()).isFalse();

        scheduler.shutdown();

        assertThat(scheduler.isTerminated()).isTrue();
        assertThat(scheduler.awaitTermination(0, TimeUnit.SECONDS)).isTrue();
        assertThat(scheduler.snapshot().counters().machinesCreated()).isZero();
    }

    @Test
    void shuttingDownAgainChangesNothing() {
        GmpScheduler scheduler = builder().build();
        scheduler.execute(() -> {});
        scheduler.shutdown();
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);
        scheduler.shutdown();

        assertThat(scheduler.shutdownNow()).isEmpty();
        assertThat(scheduler.isTerminated()).isTrue();
    }

    @Test
    void aTaskMayShutItsOwnSchedulerDown() {
        AtomicInteger ran = new AtomicInteger();
        GmpScheduler scheduler = builder().build();
        scheduler.execute(() -> {
            scheduler.execute(ran::incrementAndGet);
            scheduler.shutdown();
            ran.incrementAndGet();
        });

        Schedulers.awaitTermination(scheduler);

        assertThat(ran).hasValue(2);
    }

    @Test
    void closeWaitsForAllTasks() {
        AtomicInteger ran = new AtomicInteger();
        GmpScheduler scheduler = builder().build();
        try (scheduler) {
            for (int i = 0; i < 100; i++) {
                scheduler.execute(() -> {
                    Thread.yield();
                    ran.incrementAndGet();
                });
            }
        }
        assertThat(ran).hasValue(100);
        assertThat(scheduler.isTerminated()).isTrue();
        scheduler.close();
    }

    @Test
    void anInterruptOfCloseReachesTheTasksAndIsKept() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        GmpScheduler scheduler = builder().build();
        scheduler.execute(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
        });
        begun.await();
        AtomicBoolean kept = new AtomicBoolean();
        FutureTask<Void> closer = Together.start(() -> {
            Thread.currentThread().interrupt();
            scheduler.close();
            kept.set(Thread.currentThread().isInterrupted());
        });
        Together.join(closer);

        assertThat(scheduler.isTerminated()).isTrue();
        assertThat(interrupted).isTrue();
        assertThat(kept).isTrue();
    }

    @Test
    void aWaitForTheEndMayBeInterrupted() throws Exception {
        try (GmpScheduler scheduler = builder().build()) {
            Together.join(Together.start(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> scheduler.awaitTermination(1, TimeUnit.DAYS))
                        .isInstanceOf(InterruptedException.class);
            }));
        }
    }

    private SchedulerBuilder builder() {
        return Schedulers.direct(2).goroutines(mode);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
