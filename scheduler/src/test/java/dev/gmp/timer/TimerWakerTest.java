package dev.gmp.timer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * TIME-1: a machine wakes for every timer. Where sysmon could heal a mistake the scheduler runs without it, and machines
 * do not end, so each test would hang if the timer were missed.
 */
class TimerWakerTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void anIdleSchedulerWakesForEachTimer(int procs) throws Exception {
        SplittableRandom random = new SplittableRandom(procs);
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(procs))) {
            for (int i = 0; i < 300; i++) {
                long nanos = random.nextLong(2_000_000);
                if (random.nextBoolean()) {
                    Schedulers.awaitIdle(scheduler);
                }
                scheduler.schedule(() -> {}, nanos, TimeUnit.NANOSECONDS).get();
            }
        }
    }

    @Test
    void anEarlierTimerWakesTheKeeper() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(2))) {
            ScheduledFuture<?> late = scheduler.schedule(() -> {}, 1, TimeUnit.DAYS);
            for (int i = 0; i < 100; i++) {
                Schedulers.awaitIdle(scheduler);
                scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS).get();
            }
            assertThat(late.isDone()).isFalse();
            assertThat(scheduler.snapshot().timersPending()).isEqualTo(1);
            late.cancel(false);
        }
    }

    @Test
    void theKeeperStaysWhenItsKeepAliveIsOver() throws Exception {
        SchedulerBuilder builder = Schedulers.direct(2).machineKeepAlive(Duration.ofMillis(1));
        try (GmpScheduler scheduler = Unwatched.build(builder)) {
            for (int i = 0; i < 20; i++) {
                scheduler.submit(() -> {}).get();
                scheduler.schedule(() -> {}, 10, TimeUnit.MILLISECONDS).get();
                if (i % 5 == 0) {
                    Schedulers.await(scheduler, now -> now.machineCounts().total() == 0); // nothing is left to be kept
                }
            }
        }
    }

    @Test
    void workTakesTheKeeperAndTheTimerIsNotForgotten() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            for (int i = 0; i < 200; i++) {
                ScheduledFuture<?> timer = scheduler.schedule(() -> {}, 500, TimeUnit.MICROSECONDS);
                scheduler.submit(() -> {}).get();
                timer.get();
            }
        }
    }

    @Test
    void aBusyProcessorFiresItsOwnTimers() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            AtomicBoolean fired = new AtomicBoolean();
            CountDownLatch ended = new CountDownLatch(1);
            scheduler.execute(new Runnable() {
                @Override
                public void run() {
                    if (fired.get()) {
                        ended.countDown();
                    } else {
                        scheduler.execute(this);
                    }
                }
            });
            scheduler.schedule(() -> fired.set(true), 20, TimeUnit.MILLISECONDS);
            ended.await();
        }
    }

    /** Go: TestPreemptionGC's neighbour TestTimerFairness: a 20 ms timer beside pairs that ready each other for ever. */
    @Test
    void aTimerFiresBesideHotPairs() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(2))) {
            AtomicBoolean fired = new AtomicBoolean();
            for (int pair = 0; pair < 2; pair++) {
                scheduler.execute(new Runnable() {
                    @Override
                    public void run() {
                        if (!fired.get()) {
                            scheduler.execute(this);
                        }
                    }
                });
            }
            scheduler.schedule(() -> fired.set(true), 20, TimeUnit.MILLISECONDS).get();
        }
    }

    @Test
    void aTimerFiresBesideHogs() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(2).build();
                Occupied hogs = new Occupied(scheduler)) {
            scheduler.schedule(() -> {}, 5, TimeUnit.MILLISECONDS).get();
        }
    }

    @Test
    void aTimerFiresAfterItsProcessorWasTakenFromABlockedMachine() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            CountDownLatch fired = new CountDownLatch(1);
            scheduler.execute(() -> {
                scheduler.schedule(fired::countDown, 50, TimeUnit.MILLISECONDS);
                Latches.await(released);
            });
            fired.await();
            released.countDown();
        }
    }

    @Test
    void timersOutliveTheProcessorTheyWereSetOn() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(8))) {
            CountDownLatch fired = new CountDownLatch(64);
            for (int i = 0; i < 64; i++) {
                Thread setter = new Thread(() -> scheduler.schedule(fired::countDown, 30, TimeUnit.MILLISECONDS));
                setter.start();
                setter.join();
            }
            scheduler.setMaxProcs(1);
            fired.await();
        }
    }
}
