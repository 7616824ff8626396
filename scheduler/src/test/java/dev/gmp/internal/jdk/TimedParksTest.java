package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** JDK-9, asked of the JDK itself, and what stands in its array when. */
class TimedParksTest {

    private static final long DAY = TimeUnit.DAYS.toNanos(1);

    private final HandDrivenScheduler scheduler = new HandDrivenScheduler();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final List<Long> asked = new ArrayList<>();
    private final List<Thread> askedOn = new ArrayList<>();
    private @Nullable Runnable wake;
    private @Nullable ScheduledFuture<?> handle;

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    @Test
    void aParkIsOfferedOnTheCarrierAndEndsWhenItsWakeRuns() {
        TimedParks parks = parksOrSkip(true);
        parks.acquire();
        try {
            Thread thread = scheduler.start(() -> LockSupport.parkNanos(DAY));
            scheduler.runNext();

            assertThat(asked).containsExactly(DAY);
            assertThat(askedOn).containsExactly(Thread.currentThread());
            assertThat(scheduler.queued()).isZero();
            wake.run();
            wake.run(); // once too often
            scheduler.runWhile(thread);
        } finally {
            parks.release();
        }
    }

    @Test
    void aParkThatEndsBeforeIsCancelledByTheNextRun() {
        TimedParks parks = parksOrSkip(true);
        parks.acquire();
        try {
            Thread thread = scheduler.start(() -> LockSupport.parkNanos(DAY));
            scheduler.runNext();
            LockSupport.unpark(thread);
            assertThat(handle.isCancelled()).isFalse();

            scheduler.runWhile(thread);

            assertThat(handle.isCancelled()).isTrue();
        } finally {
            parks.release();
        }
    }

    @Test
    void aSleepIsAPark() {
        TimedParks parks = parksOrSkip(true);
        parks.acquire();
        try {
            Thread thread = scheduler.start(() -> {
                try {
                    Thread.sleep(TimeUnit.NANOSECONDS.toMillis(DAY));
                } catch (InterruptedException expected) {
                    Thread.currentThread().interrupt();
                }
            });
            scheduler.runNext();

            assertThat(asked).containsExactly(DAY);
            thread.interrupt();
            scheduler.runWhile(thread);
            assertThat(handle.isCancelled()).isTrue();
        } finally {
            parks.release();
        }
    }

    @Test
    void whatTheTimersLeaveTheJdkEnds() {
        TimedParks parks = parksOrSkip(false);
        parks.acquire();
        try {
            Thread thread = scheduler.start(() -> LockSupport.parkNanos(1_000_000));

            scheduler.runWhile(thread);

            assertThat(asked).containsExactly(1_000_000L);
        } finally {
            parks.release();
        }
    }

    @Test
    void aTimedWaitForAMonitorStaysWithTheJdk() {
        TimedParks parks = parksOrSkip(true);
        parks.acquire();
        try {
            Object monitor = new Object();
            CompletableFuture<Boolean> waited = new CompletableFuture<>();
            Thread thread = scheduler.start(() -> {
                synchronized (monitor) {
                    try {
                        monitor.wait(1);
                        waited.complete(true);
                    } catch (InterruptedException e) {
                        waited.completeExceptionally(e);
                    }
                }
            });

            scheduler.runWhile(thread);

            assertThat(waited).isCompletedWithValue(true);
            assertThat(asked).isEmpty();
        } finally {
            parks.release();
        }
    }

    @Test
    void noTakerIsAskedBeforeTheFirstUserAndAfterTheLast() {
        ScheduledExecutorService[] pools = {timer};
        TimedParks parks = new TimedParks(pools, this::keep);
        assertThat(pools).containsExactly(timer);

        parks.acquire();
        parks.acquire();
        ScheduledExecutorService ours = pools[0];
        assertThat(ours).isNotSameAs(timer);
        ours.schedule(() -> {}, 3, TimeUnit.NANOSECONDS);
        assertThat(asked).containsExactly(3L);

        parks.release();
        assertThat(pools).containsExactly(ours);
        parks.release();
        assertThat(pools).containsExactly(timer);
    }

    @Test
    void twoThatKnowNothingOfEachOtherAreAskedInTurnWhileTheyWantIt() {
        ScheduledExecutorService[] pools = {timer};
        TimedParks first = new TimedParks(pools, this::keep);
        TimedParks second = new TimedParks(pools, (toRun, nanos) -> null);
        first.acquire();
        second.acquire();
        pools[0].schedule(() -> {}, 4, TimeUnit.NANOSECONDS);
        assertThat(asked).containsExactly(4L);

        first.release(); // cannot be taken out from under the second
        pools[0].schedule(() -> {}, 5, TimeUnit.NANOSECONDS);
        assertThat(asked).containsExactly(4L);

        second.release();
        first.acquire();
        first.release();
        assertThat(pools).containsExactly(timer);
    }

    @Test
    void allElseReachesThePool() throws Exception {
        ScheduledExecutorService[] pools = {timer};
        TimedParks parks = new TimedParks(pools, this::keep);
        parks.acquire();
        ScheduledExecutorService ours = pools[0];

        assertThat(ours.schedule(() -> "called", 1, TimeUnit.NANOSECONDS).get()).isEqualTo("called");
        assertThat(ours.submit(() -> "submitted").get()).isEqualTo("submitted");
        ours.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.DAYS).cancel(false);
        ours.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.DAYS).cancel(false);
        assertThat(asked).isEmpty();
        ours.shutdown();
        assertThat(ours.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ours.isShutdown() && ours.isTerminated()).isTrue();
        assertThat(ours.shutdownNow()).isEmpty();
    }

    /** @param keeps whether the test ends parks itself */
    private TimedParks parksOrSkip(boolean keeps) {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        TimedParks parks = TimedParks.ofThisJvm(keeps ? this::keep : this::leave);
        assumeTrue(parks.available(), "this JDK ends timed parks elsewhere");
        return parks;
    }

    private ScheduledFuture<?> keep(Runnable offered, long nanos) {
        leave(offered, nanos);
        wake = offered;
        ScheduledFuture<?> kept = timer.schedule(() -> {}, 1, TimeUnit.DAYS);
        handle = kept;
        return kept;
    }

    private @Nullable ScheduledFuture<?> leave(Runnable offered, long nanos) {
        asked.add(nanos);
        askedOn.add(Thread.currentThread());
        return null;
    }
}
