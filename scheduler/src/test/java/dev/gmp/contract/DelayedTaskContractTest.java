package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link java.util.concurrent.ScheduledExecutorService}, clause by clause. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class DelayedTaskContractTest {

    @Parameter
    GoroutineMode mode;

    private GmpScheduler scheduler;

    @BeforeEach
    void build() {
        scheduler = Schedulers.direct(2).goroutines(mode).build();
    }

    @AfterEach
    void close() {
        scheduler.shutdownNow();
        Schedulers.awaitTermination(scheduler);
    }

    @Test
    void aTaskRunsOnceAndNotBeforeItsTime() throws Exception {
        long set = System.nanoTime();
        ScheduledFuture<Long> began = scheduler.schedule(System::nanoTime, 20, TimeUnit.MILLISECONDS);

        assertThat(began.get() - set).isGreaterThanOrEqualTo(20_000_000);
        assertThat(began.isDone()).isTrue();
        assertThat(scheduler.snapshot().timersPending()).isZero();
    }

    @Test
    void noDelayOrANegativeOneRunsAtOnce() throws Exception {
        assertThat(scheduler.schedule(() -> 1, 0, TimeUnit.SECONDS).get()).isEqualTo(1);
        assertThat(scheduler.schedule(() -> 2, -5, TimeUnit.DAYS).get()).isEqualTo(2);
        assertThat(scheduler.schedule(() -> 3, Long.MIN_VALUE, TimeUnit.DAYS).get())
                .isEqualTo(3);
    }

    @Test
    void runsOnAGoroutine() throws Exception {
        assertThat(scheduler
                        .schedule(Goroutines::isGoroutine, 1, TimeUnit.MILLISECONDS)
                        .get())
                .isTrue();
    }

    @Test
    void theLongestDelayIsNoSoonerThanAnother() throws Exception {
        ScheduledFuture<?> never = scheduler.schedule(() -> {}, Long.MAX_VALUE, TimeUnit.DAYS);
        ScheduledFuture<?> alsoNever = scheduler.schedule(() -> {}, Long.MAX_VALUE, TimeUnit.NANOSECONDS);

        scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS).get();

        assertThat(never.isDone()).isFalse();
        assertThat(alsoNever.isDone()).isFalse();
        assertThat(never.getDelay(TimeUnit.DAYS)).isGreaterThan(100_000);
        assertThat(never.compareTo(scheduler.schedule(() -> {}, 1, TimeUnit.HOURS)))
                .isPositive();
    }

    @Test
    void theDelayCountsDown() {
        ScheduledFuture<?> future = scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
        assertThat(future.getDelay(TimeUnit.MINUTES)).isBetween(0L, 60L);
        long before = future.getDelay(TimeUnit.NANOSECONDS);
        assertThat(future.getDelay(TimeUnit.NANOSECONDS)).isLessThan(before);
    }

    @Test
    void whatATaskThrowsReachesGet() {
        ScheduledFuture<?> failing = scheduler.schedule(
                () -> {
                    throw new java.io.IOException("planted");
                },
                1,
                TimeUnit.MILLISECONDS);
        assertThatThrownBy(failing::get)
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseInstanceOf(java.io.IOException.class);
    }

    @Test
    void aCancelledTaskNeverRunsAndIsForgotten() {
        AtomicBoolean ran = new AtomicBoolean();
        ScheduledFuture<?> future = scheduler.schedule(() -> ran.set(true), 1, TimeUnit.HOURS);

        assertThat(future.cancel(false)).isTrue();

        assertThat(scheduler.snapshot().timersPending()).isZero();
        assertThat(future.isCancelled()).isTrue();
        assertThat(future.cancel(false)).isFalse();
        assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
        ((Runnable) future).run(); // as if it were due after all
        assertThat(ran).isFalse();
    }

    @Test
    void aCancelledTaskLetsGoOfWhatItWouldHaveRun() {
        ScheduledFuture<?>[] kept = new ScheduledFuture<?>[1];
        WeakReference<Object> payload = scheduleWithPayload(kept);
        kept[0].cancel(false);
        await().until(() -> {
            System.gc();
            return payload.get() == null;
        });
    }

    private WeakReference<Object> scheduleWithPayload(ScheduledFuture<?>[] kept) {
        byte[] payload = new byte[1_000];
        kept[0] = scheduler.schedule(() -> payload[0]++, 1, TimeUnit.DAYS);
        return new WeakReference<>(payload);
    }

    @Test
    void aFixedRateKeepsToItsTimes() throws Exception {
        long period = 2_000_000;
        List<Long> starts = new ArrayList<>();
        CountDownLatch ten = new CountDownLatch(10);
        long set = System.nanoTime();
        ScheduledFuture<?> future = scheduler.scheduleAtFixedRate(
                () -> {
                    starts.add(System.nanoTime());
                    ten.countDown();
                },
                period,
                period,
                TimeUnit.NANOSECONDS);
        ten.await();
        future.cancel(false);
        for (int i = 0; i < 10; i++) {
            assertThat(starts.get(i) - set).isGreaterThanOrEqualTo((i + 1) * period);
        }
    }

    /** If the hundred that are due during the first run were dropped, they would be missing for ever. */
    @Test
    void lateRunsOfAFixedRateCatchUp() {
        AtomicInteger runs = new AtomicInteger();
        Runnable firstTakesLong = () -> {
            if (runs.incrementAndGet() == 1) {
                sleepUninterrupted(1_000);
            }
        };
        long set = System.nanoTime();
        scheduler.scheduleAtFixedRate(firstTakesLong, 0, 10, TimeUnit.MILLISECONDS);
        await().until(() ->
                runs.get() > 1 && runs.get() >= TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - set) / 10 - 50);
    }

    @Test
    void aFixedDelayBeginsAtTheEndOfARun() throws Exception {
        List<Long> starts = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        CountDownLatch five = new CountDownLatch(5);
        scheduler.scheduleWithFixedDelay(
                () -> {
                    starts.add(System.nanoTime());
                    sleepUninterrupted(3);
                    ends.add(System.nanoTime());
                    five.countDown();
                },
                0,
                2,
                TimeUnit.MILLISECONDS);
        five.await();
        for (int i = 1; i < 5; i++) {
            assertThat(starts.get(i) - ends.get(i - 1)).isGreaterThanOrEqualTo(2_000_000);
        }
    }

    @Test
    void runsOfOneTaskNeverOverlap() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch twenty = new CountDownLatch(20);
        scheduler.scheduleAtFixedRate(
                () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    sleepUninterrupted(2);
                    running.decrementAndGet();
                    twenty.countDown();
                },
                0,
                100,
                TimeUnit.MICROSECONDS);
        twenty.await();
        assertThat(most).hasValue(1);
    }

    @Test
    void anExceptionSuppressesLaterRuns() {
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> future = scheduler.scheduleAtFixedRate(
                () -> {
                    if (runs.incrementAndGet() == 3) {
                        throw new IllegalStateException("planted");
                    }
                },
                0,
                1,
                TimeUnit.MILLISECONDS);

        assertThatThrownBy(future::get).isInstanceOf(ExecutionException.class).hasRootCauseMessage("planted");
        assertThat(scheduler.snapshot().timersPending()).isZero();
        assertThat(runs).hasValue(3);
    }

    @Test
    void cancellationEndsAPeriodicTask() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        ScheduledFuture<?> future = scheduler.scheduleWithFixedDelay(
                () -> {
                    runs.incrementAndGet();
                    inside.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                    }
                    ended.countDown();
                },
                0,
                1,
                TimeUnit.NANOSECONDS);
        inside.await();

        assertThat(future.cancel(true)).isTrue();

        ended.await();
        assertThat(interrupted).isTrue();
        assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
        Schedulers.await(scheduler, now -> now.timersPending() == 0 && now.runQueueDepth() == 0);
        assertThat(runs).hasValue(1);
    }

    @Test
    void afterShutdownDelayedTasksStillRun() throws Exception {
        AtomicBoolean ran = new AtomicBoolean();
        scheduler.schedule(() -> ran.set(true), 30, TimeUnit.MILLISECONDS);

        scheduler.shutdown();

        assertThat(scheduler.isShutdown()).isTrue();
        assertThatThrownBy(() -> scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("scheduler 'test' rejects");
        Schedulers.awaitTermination(scheduler);
        assertThat(ran).isTrue();
    }

    @Test
    void afterShutdownPeriodicTasksAreCancelled() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ScheduledFuture<?> pending = scheduler.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.DAYS);
        ScheduledFuture<?> running = scheduler.scheduleWithFixedDelay(
                () -> {
                    inside.countDown();
                    Latches.await(goOn);
                },
                0,
                1,
                TimeUnit.MILLISECONDS);
        inside.await();

        scheduler.shutdown();

        assertThat(pending.isCancelled()).isTrue();
        assertThat(running.isDone()).isFalse();
        goOn.countDown();
        Schedulers.awaitTermination(scheduler);
        assertThat(running.isCancelled()).isTrue();
    }

    @Test
    void shutdownWithNothingButACancelledTaskTerminates() {
        ScheduledFuture<?> future = scheduler.schedule(() -> {}, 1, TimeUnit.DAYS);
        scheduler.shutdown();
        assertThat(scheduler.isTerminated()).isFalse();
        future.cancel(false);
        Schedulers.awaitTermination(scheduler);
    }

    @Test
    void shutdownNowReturnsDelayedTasksAndCancelsThem() {
        ScheduledFuture<?> once = scheduler.schedule(() -> {}, 1, TimeUnit.DAYS);
        ScheduledFuture<?> periodic = scheduler.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.DAYS);
        ScheduledFuture<?> cancelled = scheduler.schedule(() -> {}, 1, TimeUnit.DAYS);
        cancelled.cancel(false);

        List<Runnable> unrun = scheduler.shutdownNow();

        assertThat(unrun).containsExactlyInAnyOrder((Runnable) once, (Runnable) periodic);
        assertThat(once.isCancelled()).isTrue();
        assertThat(periodic.isCancelled()).isTrue();
        Schedulers.awaitTermination(scheduler);
    }

    @Test
    void nullsAndPeriodsThatAreNotPositiveAreRefused() {
        assertThatThrownBy(() -> scheduler.schedule((Runnable) null, 1, TimeUnit.SECONDS))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.schedule((Callable<?>) null, 1, TimeUnit.SECONDS))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.schedule(() -> {}, 1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.scheduleAtFixedRate(() -> {}, 1, 0, TimeUnit.SECONDS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("period must be positive, but was 0");
        assertThatThrownBy(() -> scheduler.scheduleWithFixedDelay(() -> {}, 1, -1, TimeUnit.SECONDS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("delay must be positive, but was -1");
        assertThat(scheduler.snapshot().timersPending()).isZero();
    }

    @Test
    void whatHappensBeforeTheCallHappensBeforeTheRun() throws Exception {
        int[] plain = {0};
        plain[0] = 42;
        Future<Integer> read = scheduler.schedule(() -> plain[0], 1, TimeUnit.MICROSECONDS);
        assertThat(read.get()).isEqualTo(42);
    }

    private static void sleepUninterrupted(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
