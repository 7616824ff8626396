package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What happens beyond {@code queue-capacity}: abort, caller-runs and block. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class RejectionPolicyTest {

    @Parameter
    GoroutineMode mode;

    private final AtomicInteger ran = new AtomicInteger();

    @Test
    void abortSaysWhichSchedulerAndHowFullItIs() throws Exception {
        GmpScheduler scheduler = bounded(RejectionPolicy.ABORT, 3);
        try (scheduler;
                Occupied occupied = new Occupied(scheduler)) {
            for (int i = 0; i < 3; i++) {
                scheduler.execute(ran::incrementAndGet);
            }

            assertThatThrownBy(() -> scheduler.execute(new Named("the last straw")))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("'test'")
                    .hasMessageContaining("the last straw")
                    .hasMessageContaining("3 of 3")
                    .hasMessageContaining("queue-capacity");
            assertThat(scheduler.snapshot().counters().rejections()).isEqualTo(1);
            assertThat(scheduler.snapshot().counters().created()).isEqualTo(4);
        }
        assertThat(ran).hasValue(3);
    }

    /** Only tasks that wait count, not those that run. */
    @Test
    void aTaskThatHasBegunMakesRoom() throws Exception {
        GmpScheduler scheduler = bounded(RejectionPolicy.ABORT, 1);
        try (scheduler) {
            for (int i = 0; i < 500; i++) {
                scheduler.submit(ran::incrementAndGet).get();
            }
        }
        assertThat(ran).hasValue(500);
    }

    @Test
    void abortHoldsFromInsideToo() throws Exception {
        GmpScheduler scheduler = bounded(RejectionPolicy.ABORT, 2);
        AtomicInteger refused = new AtomicInteger();
        try (scheduler) {
            Future<?> task = scheduler.submit(() -> {
                for (int i = 0; i < 5; i++) {
                    try {
                        scheduler.execute(ran::incrementAndGet);
                    } catch (RejectedExecutionException e) {
                        refused.incrementAndGet();
                    }
                }
            });
            task.get();
        }
        assertThat(ran).hasValue(2);
        assertThat(refused).hasValue(3);
    }

    @Test
    void theCallerRunsWhatFindsNoRoom() throws Exception {
        GmpScheduler scheduler = bounded(RejectionPolicy.CALLER_RUNS, 1);
        AtomicReference<Thread> thread = new AtomicReference<>();
        try (scheduler;
                Occupied occupied = new Occupied(scheduler)) {
            scheduler.execute(ran::incrementAndGet);
            scheduler.execute(() -> thread.set(Thread.currentThread()));

            assertThat(thread.get()).isSameAs(Thread.currentThread());
            assertThatThrownBy(() -> scheduler.execute(() -> {
                        throw new IllegalStateException("planned");
                    }))
                    .hasMessage("planned");
            scheduler.shutdown();
            assertThatThrownBy(() -> scheduler.execute(() -> thread.set(null)))
                    .isInstanceOf(RejectedExecutionException.class);
            assertThat(thread.get()).isNotNull();
        }
        assertThat(ran).hasValue(1);
    }

    @Test
    void fromInsideTheCallerIsTheTask() throws Exception {
        GmpScheduler scheduler = bounded(RejectionPolicy.CALLER_RUNS, 1);
        AtomicInteger onTheSameThread = new AtomicInteger();
        try (scheduler) {
            Future<?> task = scheduler.submit(() -> {
                Thread self = Thread.currentThread();
                scheduler.execute(ran::incrementAndGet);
                for (int i = 0; i < 3; i++) {
                    scheduler.execute(() -> onTheSameThread.addAndGet(Thread.currentThread() == self ? 1 : 0));
                }
            });
            task.get();
        }
        assertThat(onTheSameThread).hasValue(3);
        assertThat(ran).hasValue(1);
    }

    @Test
    void aBlockedSubmitterGoesOnWhenThereIsRoom() throws Exception {
        GmpScheduler scheduler = bounded(RejectionPolicy.BLOCK, 1);
        FutureTask<Void> submitter;
        try (scheduler;
                Occupied occupied = new Occupied(scheduler)) {
            scheduler.execute(ran::incrementAndGet);
            submitter = blockedSubmitter(scheduler);
            assertThat(submitter.isDone()).isFalse();
            assertThat(scheduler.snapshot().counters().created()).isEqualTo(2);
            occupied.release();
            Together.join(submitter);
        }
        assertThat(ran).hasValue(2);
        assertThat(scheduler.snapshot().counters().rejections()).isZero();
    }

    @Test
    void aShutdownEndsTheWaitWithARejection() throws Exception {
        GmpScheduler scheduler = bounded(RejectionPolicy.BLOCK, 1);
        try (scheduler;
                Occupied occupied = new Occupied(scheduler)) {
            scheduler.execute(ran::incrementAndGet);
            FutureTask<Void> submitter = blockedSubmitter(scheduler);
            scheduler.shutdown();

            assertThatThrownBy(() -> Together.join(submitter))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("SHUTDOWN");
        }
        assertThat(ran).hasValue(1);
    }

    @Test
    void anInterruptEndsTheWaitWithARejectionAndIsKept() throws Exception {
        GmpScheduler scheduler = bounded(RejectionPolicy.BLOCK, 1);
        try (scheduler;
                Occupied occupied = new Occupied(scheduler)) {
            scheduler.execute(ran::incrementAndGet);
            Together.join(Together.start(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> scheduler.execute(ran::incrementAndGet))
                        .isInstanceOf(RejectedExecutionException.class)
                        .hasMessageContaining("interrupted");
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
            }));
        }
        assertThat(ran).hasValue(1);
    }

    /** It would wait for itself: on one processor no other can make room. */
    @Test
    void aTaskThatFindsNoRoomIsNotLeftWaitingForItself() throws Exception {
        GmpScheduler scheduler = bounded(RejectionPolicy.BLOCK, 1);
        try (scheduler) {
            Future<?> task = scheduler.submit(() -> {
                for (int i = 0; i < 10; i++) {
                    scheduler.execute(ran::incrementAndGet);
                }
            });
            task.get();
        }
        assertThat(ran).hasValue(10);
    }

    private GmpScheduler bounded(RejectionPolicy policy, int capacity) {
        return Unwatched.build(
                Schedulers.direct(1).goroutines(mode).queueCapacity(capacity).rejectionPolicy(policy));
    }

    private FutureTask<Void> blockedSubmitter(GmpScheduler scheduler) {
        AtomicReference<Thread> thread = new AtomicReference<>();
        FutureTask<Void> submitter = Together.start(() -> {
            thread.set(Thread.currentThread());
            scheduler.execute(ran::incrementAndGet);
        });
        await().until(() -> thread.get() != null && thread.get().getState() == Thread.State.TIMED_WAITING);
        return submitter;
    }

    private record Named(String name) implements Runnable {

        @Override
        public void run() {}
    }
}
