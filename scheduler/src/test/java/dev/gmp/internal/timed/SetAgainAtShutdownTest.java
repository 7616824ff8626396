package dev.gmp.internal.timed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.sched.TimerWaker;
import dev.gmp.internal.spawn.Rejections;
import dev.gmp.internal.spawn.Spawner;
import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A periodic task has run, sees a scheduler that accepts, and meets a closed heap: the scheduler is shut down at that moment.
 * A timer too few was pending then for ever, and the scheduler never ended.
 */
class SetAgainAtShutdownTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
    private final TimerHeap heap = state.processors().get(0).timers();
    private final Lifecycle lifecycle = ProtocolState.lifecycle(state);
    private final DelayedTasks delayedTasks = new DelayedTasks(
            state.processors(),
            new TimerSetting(state, new TimerWaker(state)),
            GoroutineMode.DIRECT,
            lifecycle,
            Rejections.ofScheduler("set-again"),
            new Spawner(state, null, null, null, null, null, null));

    @Test
    void itIsCancelledAndCountedOnce() {
        ScheduledFuture<?> task = delayedTasks.schedule(() -> "ran", 0, TimeUnit.HOURS.toNanos(1));
        assertThat(heap.takeDue(state.clock().nanos(), new Timer[1])).isEqualTo(1);
        heap.close();
        assertThat(lifecycle.accepts()).isTrue();
        ((Runnable) task).run();

        assertThat(task.isCancelled()).isTrue();
        assertThat(state.processors().pendingTimers()).isZero();
    }

    /** Between its being marked as pending and the refusal. */
    @Test
    void aCancellationMeanwhileIsNotCounted() {
        ScheduledTask<?> marked = (ScheduledTask<?>) delayedTasks.schedule(() -> "not run", 0, 0);
        assertThat(heap.takeDue(state.clock().nanos(), new Timer[1])).isEqualTo(1);
        marked.pendingIn(heap);
        heap.cancelled(); // what a cancellation does, without the end of the scheduler
        assertThat(marked.tryTake()).isTrue();
        marked.notPendingAfterAll(heap);

        assertThat(state.processors().pendingTimers()).isZero();
    }
}
