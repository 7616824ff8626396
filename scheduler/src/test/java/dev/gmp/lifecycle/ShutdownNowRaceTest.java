package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code shutdownNow} meets at an awkward moment. */
class ShutdownNowRaceTest {

    /**
     * STOP-1: a task that was accepted from inside at the last moment, and comes to light when the tasks have been
     * returned, runs interrupted.
     */
    @Tag("long")
    @Test
    void aTaskThatBeginsAfterShutdownNowIsInterrupted() throws Exception {
        for (int lifetime = 0; lifetime < 1_000; lifetime++) {
            GmpScheduler scheduler = Schedulers.direct(2).build();
            AtomicBoolean returned = new AtomicBoolean();
            AtomicInteger uninterrupted = new AtomicInteger();
            CountDownLatch spawning = new CountDownLatch(1);
            Runnable child = () -> {
                if (returned.get() && !Thread.currentThread().isInterrupted()) {
                    uninterrupted.incrementAndGet();
                }
            };
            scheduler.execute(() -> {
                spawning.countDown();
                try {
                    while (true) {
                        scheduler.execute(child);
                    }
                } catch (RejectedExecutionException shutDown) {
                    // as it should be, in the end
                }
            });
            spawning.await();
            scheduler.shutdownNow();
            returned.set(true);
            Schedulers.awaitTermination(scheduler);

            assertThat(uninterrupted).hasValue(0);
        }
    }

    /** It had its slot and stood in no queue when the tasks were returned. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aTaskOfABulkheadThatBeginsAfterShutdownNowIsInterrupted(GoroutineMode mode) throws Exception {
        GmpScheduler scheduler = Schedulers.direct(2).goroutines(mode).build();
        Bulkhead bulkhead = scheduler.bulkhead("one").maxGoroutines(1).build();
        CountDownLatch holds = new CountDownLatch(1);
        CountDownLatch admitting = new CountDownLatch(1);
        AtomicBoolean returned = new AtomicBoolean();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        bulkhead.execute(() -> Latches.await(holds));
        bulkhead.addListener(waited -> {
            admitting.countDown();
            while (!returned.get()) {
                Thread.onSpinWait();
            }
        });
        bulkhead.execute(() -> interrupted.complete(Thread.currentThread().isInterrupted()));
        holds.countDown();
        admitting.await();

        List<Runnable> left = scheduler.shutdownNow();
        returned.set(true);
        assertThat(left).isEmpty();
        assertThat(interrupted.get(60, TimeUnit.SECONDS)).isTrue();
        Schedulers.awaitTermination(scheduler);
    }

    /** It hears of goroutines on their machines, between one and the next. It hangs if the shutdown waits for that machine. */
    @Test
    void aListenerMayShutDown() {
        GmpScheduler scheduler = Schedulers.direct(1).build();
        AtomicBoolean asked = new AtomicBoolean();
        scheduler.addListener(new SchedulerListener() {
            @Override
            public void schedulingLatency(Duration latency) {
                if (!asked.getAndSet(true)) {
                    scheduler.shutdownNow();
                }
            }
        });
        try {
            for (int i = 0; i < 100_000; i++) {
                scheduler.execute(() -> {});
            }
        } catch (RejectedExecutionException shutDown) {
            // as it should be
        }
        Schedulers.awaitTermination(scheduler);
        assertThat(asked).isTrue();
    }

    /** Each is between two goroutines, and waits for none that is there, too. */
    @Test
    void listenersOnTwoMachinesMayShutDown() {
        GmpScheduler scheduler = Schedulers.direct(2).build();
        AtomicInteger asked = new AtomicInteger();
        CyclicBarrier both = new CyclicBarrier(2);
        scheduler.addListener(new SchedulerListener() {
            @Override
            public void schedulingLatency(Duration latency) {
                if (asked.getAndIncrement() < 2) {
                    try {
                        meet(both);
                    } finally {
                        scheduler.shutdownNow(); // else the test would submit for ever
                    }
                }
            }
        });
        try {
            AtomicInteger waiting = new AtomicInteger();
            while (true) {
                waiting.incrementAndGet();
                scheduler.execute(waiting::decrementAndGet);
                while (waiting.get() > 100_000 && !scheduler.isShutdown()) {
                    Thread.onSpinWait(); // else they would fill the heap while one of the machines gets no CPU
                }
            }
        } catch (RejectedExecutionException shutDown) {
            // as it should be
        }
        Schedulers.awaitTermination(scheduler);
        assertThat(both.isBroken()).isFalse();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(100, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A goroutine that has given way stands in a queue and has begun: it is no task to be returned. */
    @Test
    void aGoroutineThatWaitsForItsTurnGoesOnAndIsInterrupted() {
        GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1));
        CountDownLatch wentOn = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        scheduler.execute(() -> {
            scheduler.execute(scheduler::shutdownNow);
            Goroutines.yield();
            interrupted.set(Thread.currentThread().isInterrupted());
            wentOn.countDown();
        });

        Schedulers.awaitTermination(scheduler);

        assertThat(wentOn.getCount()).isZero();
        assertThat(interrupted).isTrue();
        assertThat(scheduler.snapshot().counters().completed()).isEqualTo(2);
    }
}
