package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code ScheduledFuture}: delay, order, and what a cancellation leaves behind. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class DelayedFutureContractTest {

    @Parameter
    GoroutineMode mode;

    private final Runnable nothing = () -> {};

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
    void nullsAreRefusedByEachWayToSchedule() {
        for (ThrowingCallable way : List.<ThrowingCallable>of(
                () -> scheduler.schedule(nothing, 1, null),
                () -> scheduler.schedule(() -> 1, 1, null),
                () -> scheduler.scheduleAtFixedRate(nothing, 1, 1, null),
                () -> scheduler.scheduleWithFixedDelay(nothing, 1, 1, null),
                () -> scheduler.scheduleAtFixedRate(null, 1, 1, TimeUnit.SECONDS),
                () -> scheduler.scheduleWithFixedDelay(null, 1, 1, TimeUnit.SECONDS))) {
            assertThatThrownBy(way).isInstanceOf(NullPointerException.class);
        }
        assertThat(scheduler.snapshot().timersPending()).isZero();
    }

    @Test
    void periodsThatAreNotPositiveAreRefused() {
        for (long period : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThatThrownBy(() -> scheduler.scheduleAtFixedRate(nothing, 1, period, TimeUnit.SECONDS))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> scheduler.scheduleWithFixedDelay(nothing, 1, period, TimeUnit.SECONDS))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theyAreOrderedByTheirDelay() {
        List<ScheduledFuture<?>> futures = new ArrayList<>();
        for (int hours : new int[] {3, 1, 4, 2}) {
            futures.add(scheduler.schedule(nothing, hours, TimeUnit.HOURS));
        }
        futures.add(scheduler.scheduleAtFixedRate(nothing, 5, 1, TimeUnit.HOURS));
        List<Delayed> sorted = new ArrayList<>(futures);
        Collections.sort(sorted);

        assertThat(sorted)
                .containsExactly(futures.get(1), futures.get(3), futures.get(0), futures.get(2), futures.get(4));
        ScheduledFuture<?> itself = futures.get(0);
        assertThat(futures.get(0).compareTo(itself)).isZero();
        assertThat(futures.get(0).compareTo(futures.get(1))).isPositive();
        assertThat(futures.get(1).compareTo(futures.get(0))).isNegative();
    }

    @Test
    void theyCanBeComparedWithThoseOfAnotherScheduler() {
        ScheduledThreadPoolExecutor other = new ScheduledThreadPoolExecutor(1);
        ScheduledFuture<?> theirs = other.schedule(nothing, 2, TimeUnit.HOURS);

        assertThat(scheduler.schedule(nothing, 1, TimeUnit.HOURS).compareTo(theirs))
                .isNegative();
        assertThat(scheduler.schedule(nothing, 3, TimeUnit.HOURS).compareTo(theirs))
                .isPositive();
        other.shutdownNow();
    }

    @Test
    void aDelayThatIsOverIsNotPositive() throws Exception {
        ScheduledFuture<?> done = scheduler.schedule(nothing, 1, TimeUnit.MICROSECONDS);
        done.get();

        assertThat(done.getDelay(TimeUnit.NANOSECONDS)).isNotPositive();
    }

    @Test
    void theySayWhetherTheyRepeat() {
        assertThat(((RunnableScheduledFuture<?>) scheduler.schedule(nothing, 1, TimeUnit.HOURS)).isPeriodic())
                .isFalse();
        assertThat(((RunnableScheduledFuture<?>) scheduler.scheduleAtFixedRate(nothing, 1, 1, TimeUnit.HOURS))
                        .isPeriodic())
                .isTrue();
    }

    @Test
    void thousandsThatAreCancelledLeaveNothingBehind() {
        List<ScheduledFuture<?>> futures = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            futures.add(scheduler.schedule(nothing, 1 + i % 7, TimeUnit.HOURS));
        }
        assertThat(scheduler.snapshot().timersPending()).isEqualTo(10_000);

        futures.forEach(each -> assertThat(each.cancel(false)).isTrue());

        assertThat(scheduler.snapshot().timersPending()).isZero();
    }

    /** Without an interrupt the run goes on to its end, and no other follows. */
    @Test
    void aRunThatIsCancelledWithoutAnInterruptIsTheLast() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger interrupts = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        ScheduledFuture<?> repeating = scheduler.scheduleAtFixedRate(
                () -> {
                    runs.incrementAndGet();
                    begun.countDown();
                    Latches.await(goOn);
                    interrupts.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
                    ended.countDown();
                },
                0,
                1,
                TimeUnit.NANOSECONDS);
        begun.await();

        assertThat(repeating.cancel(false)).isTrue();
        assertThat(repeating.isDone()).isTrue();
        assertThatThrownBy(repeating::get).isInstanceOf(CancellationException.class);
        goOn.countDown();
        ended.await();
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);

        assertThat(runs).hasValue(1);
        assertThat(interrupts).hasValue(0);
    }

    /** Both are taken from the heap at once, in the order in which they are due. */
    @Test
    void aPeriodicTaskThatStandsInAQueueDoesNotRunAfterShutdown() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (GmpScheduler unwatched = Unwatched.build(Schedulers.direct(1).goroutines(mode))) {
            ScheduledFuture<?> periodic;
            try (Occupied busy = new Occupied(unwatched)) {
                unwatched.schedule(unwatched::shutdown, 1, TimeUnit.MILLISECONDS);
                periodic = unwatched.scheduleAtFixedRate(runs::incrementAndGet, 2, 1, TimeUnit.MILLISECONDS);
                while (periodic.getDelay(TimeUnit.NANOSECONDS) > 0) {
                    Thread.onSpinWait();
                }
            }
            Schedulers.awaitTermination(unwatched);
            assertThat(periodic.isCancelled()).isTrue();
        }
        assertThat(runs).hasValue(0);
    }

    /** It stands in its heap while another thread runs it, and must not stand there twice. */
    @Test
    void aPeriodicTaskThatIsRunByHandKeepsItsTime() {
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> periodic = scheduler.scheduleAtFixedRate(runs::incrementAndGet, 1, 1, TimeUnit.DAYS);
        ((RunnableScheduledFuture<?>) periodic).run();

        assertThat(runs).hasValue(1);
        assertThat(scheduler.snapshot().timersPending()).isEqualTo(1);
        assertThat(periodic.cancel(false)).isTrue();
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);
    }
}
