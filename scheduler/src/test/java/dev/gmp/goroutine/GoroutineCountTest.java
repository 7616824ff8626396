package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A direct goroutine that waits for its turn holds a machine and stands in a queue, and is one goroutine. */
class GoroutineCountTest {

    private final AtomicBoolean released = new AtomicBoolean();

    @Test
    void oneThatHasGivenWayIsRunnable() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            CountDownLatch otherRuns = new CountDownLatch(1);
            scheduler.execute(() -> {
                scheduler.execute(() -> spin(otherRuns));
                Goroutines.yield();
            });
            otherRuns.await();

            SchedulerSnapshot snapshot;
            try {
                snapshot =
                        Schedulers.await(scheduler, now -> now.machineCounts().blocked() == 1);
            } finally {
                released.set(true);
            }
            assertThat(snapshot.goroutines()).isEqualTo(new GoroutineCounts(1, 1, 0, 0));
            assertThat(snapshot.runQueueDepth()).isEqualTo(1);
        }
    }

    @Test
    void oneThatBlocksIsInASyscall() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            CountDownLatch otherRuns = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            scheduler.execute(() -> {
                scheduler.execute(() -> spin(otherRuns));
                try {
                    Goroutines.blocking(() -> {
                        end.await();
                        return null;
                    });
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            otherRuns.await();

            SchedulerSnapshot snapshot;
            try {
                snapshot =
                        Schedulers.await(scheduler, now -> now.machineCounts().blocked() == 1);
            } finally {
                end.countDown();
                released.set(true);
            }
            assertThat(snapshot.goroutines()).isEqualTo(new GoroutineCounts(0, 1, 0, 1));
        }
    }

    /** No other machine can be had, so it takes the processor back by itself. Its place in the queue means nothing then. */
    @Test
    void oneThatHelpedItselfIsRunning() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).maxMachines(1))) {
            AtomicReference<SchedulerSnapshot> after = new AtomicReference<>();
            Future<?> giving = scheduler.submit(() -> {
                scheduler.execute(() -> {});
                Goroutines.yield();
                after.set(scheduler.snapshot());
            });
            giving.get();

            assertThat(after.get().goroutines()).isEqualTo(new GoroutineCounts(1, 1, 0, 0));
            assertThat(after.get().runQueueDepth()).isEqualTo(1);
            SchedulerSnapshot idle = Schedulers.awaitIdle(scheduler);
            assertThat(idle.goroutines()).isEqualTo(new GoroutineCounts(0, 0, 0, 0));
        }
    }

    private void spin(CountDownLatch begun) {
        begun.countDown();
        while (!released.get()) {
            Thread.onSpinWait();
        }
    }
}
