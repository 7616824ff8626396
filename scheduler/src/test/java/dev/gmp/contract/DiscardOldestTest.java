package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link RejectionPolicy#DISCARD_OLDEST}: the task that has waited longest gives way. */
class DiscardOldestTest {

    private final List<String> ran = new CopyOnWriteArrayList<>();

    @Test
    void theOldestIsCancelledAndTheNewestRuns() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(bounded(GoroutineMode.DIRECT, 2));
                Occupied occupied = new Occupied(scheduler)) {
            Future<?> first = scheduler.submit(() -> ran.add("first"));
            Future<?> second = scheduler.submit(() -> ran.add("second"));
            Future<?> third = scheduler.submit(() -> ran.add("third"));

            assertThat(first).isCancelled();
            assertThat(scheduler.snapshot().counters().rejections()).isEqualTo(1);
            occupied.release();
            second.get();
            third.get();
        }
        assertThat(ran).containsExactly("second", "third");
    }

    @Test
    void fromInsideTheOldestIsFoundInTheOwnQueueToo() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(bounded(GoroutineMode.DIRECT, 2))) {
            scheduler
                    .submit(() -> {
                        scheduler.execute(() -> ran.add("first"));
                        scheduler.execute(() -> ran.add("second"));
                        scheduler.execute(() -> ran.add("third"));
                    })
                    .get();
        }
        assertThat(ran).containsExactlyInAnyOrder("second", "third");
    }

    /** The room that a discard made may be taken by another, and the next to discard by {@code shutdownNow}. */
    @Test
    void aSubmitterThatLosesItsRoomToAShutdownIsRejected() throws Exception {
        GmpScheduler scheduler = Unwatched.build(bounded(GoroutineMode.DIRECT, 1));
        try (Occupied occupied = new Occupied(scheduler)) {
            scheduler.execute(new FutureTask<>(() -> ran.add("discarded")) {
                @Override
                protected void done() {
                    onAnotherThread(() -> scheduler.execute(() -> ran.add("intruder")));
                    assertThat(scheduler.shutdownNow()).hasSize(1);
                }
            });

            assertThatThrownBy(() -> scheduler.execute(() -> ran.add("late")))
                    .isInstanceOf(RejectedExecutionException.class);
        }
        Schedulers.awaitTermination(scheduler);
        assertThat(ran).isEmpty();
    }

    /** A goroutine that has begun and waits in the global queue is no task to discard, and must not hide one. */
    @Test
    void goroutinesThatHaveBegunArePassedOver() throws Exception {
        assumeTrue(VirtualThreads.available(), "needs virtual goroutines");
        AtomicBoolean ended = new AtomicBoolean();
        try (GmpScheduler scheduler = Unwatched.build(bounded(GoroutineMode.VIRTUAL, 1));
                AutoCloseable ending = () -> ended.set(true)) {
            CountDownLatch begun = new CountDownLatch(1);
            Future<?> yielding = scheduler.submit(() -> {
                begun.countDown();
                while (!ended.get()) {
                    Thread.yield();
                }
            });
            begun.await();
            scheduler
                    .submit(() -> {
                        scheduler.execute(() -> ran.add("first"));
                        scheduler.execute(() -> ran.add("second"));
                    })
                    .get();
            ended.set(true);
            yielding.get();
        }
        assertThat(ran).containsExactly("second");
    }

    /** They were accepted when their timers were set: a burst neither ends a series nor takes the one run of a task. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void whatTimersStartIsNotDiscardedAndKeepsNoTaskOut(GoroutineMode mode) throws Exception {
        AtomicInteger ticks = new AtomicInteger();
        try (GmpScheduler scheduler = bounded(mode, 1).maxMachines(1).build();
                Occupied occupied = new Occupied(scheduler)) {
            ScheduledFuture<?> series =
                    scheduler.scheduleAtFixedRate(ticks::incrementAndGet, 1, 1, TimeUnit.MILLISECONDS);
            ScheduledFuture<?> once = scheduler.schedule(() -> ran.add("once"), 1, TimeUnit.MILLISECONDS);
            Schedulers.await(scheduler, now -> now.goroutines().runnable() == 2);
            Future<?> first = scheduler.submit(() -> ran.add("first"));
            Future<?> second = scheduler.submit(() -> ran.add("second"));

            assertThat(first).isCancelled();
            assertThat(scheduler.snapshot().counters().rejections()).isEqualTo(1);
            occupied.release();
            once.get();
            second.get();
            await().untilAsserted(() -> assertThat(ticks).hasValueGreaterThan(3));
            assertThat(series.isDone()).isFalse();
        }
        assertThat(ran).containsExactlyInAnyOrder("once", "second");
    }

    /** They give way to no other; and a thread that waits for them to begin may stand on the only machine. */
    @Test
    void partsOfBegunWorkKeepNoTaskOut() throws Exception {
        try (GmpScheduler scheduler =
                bounded(GoroutineMode.DIRECT, 1).maxMachines(1).build()) {
            scheduler
                    .submit(() -> {
                        scheduler.resumeLast(() -> ran.add("part"));
                        scheduler.execute(() -> ran.add("first"));
                        scheduler.execute(() -> ran.add("second"));
                    })
                    .get();
        }
        assertThat(ran).containsExactlyInAnyOrder("part", "second");
    }

    /** The task that it is told of has given up its room. */
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aListenerThatSubmitsDoesNotHoldItsMachine(GoroutineMode mode) throws Exception {
        AtomicInteger submitted = new AtomicInteger();
        try (GmpScheduler scheduler = bounded(mode, 1).build()) {
            scheduler.addListener(new SchedulerListener() {
                @Override
                public void schedulingLatency(Duration latency) {
                    scheduler.execute(() -> {});
                    submitted.incrementAndGet();
                }
            });
            FutureTask<Void> outside = Together.start(() -> {
                while (submitted.get() == 0) { // one of those that begin is timed, and most are discarded
                    scheduler.execute(() -> {});
                }
            });
            await().until(() -> submitted.get() > 0);
            Together.join(outside);
        }
    }

    private static SchedulerBuilder bounded(GoroutineMode mode, int capacity) {
        return Schedulers.direct(1)
                .goroutines(mode)
                .queueCapacity(capacity)
                .rejectionPolicy(RejectionPolicy.DISCARD_OLDEST);
    }

    private static void onAnotherThread(Together.Work work) {
        try {
            Together.join(Together.start(work));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
