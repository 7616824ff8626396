package dev.gmp.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.IdlePriorityQueue;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.sched.QueuePermits;
import dev.gmp.internal.sched.Readying;
import dev.gmp.internal.sched.TimerWaker;
import dev.gmp.internal.sched.UnstartedTasks;
import dev.gmp.internal.sched.WakeUp;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.internal.sysmon.WatchedQueue;
import dev.gmp.internal.timed.DelayedTasks;
import dev.gmp.internal.util.ListenerList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Memory ends in the middle of {@code shutdownNow}: the next call returns what that has taken back. */
class ShutdownWithoutMemoryTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
    private final MachinePool machines = ProtocolState.machines(state);
    private final Bulkheads bulkheads = new Bulkheads();
    private final Lifecycle lifecycle = new Lifecycle(state, machines, bulkheads);
    private final WakeUp wakeUp = new WakeUp(state, machines, new TimerWaker(state));
    private final QueuePermits queuePermits = new QueuePermits(state.config(), lifecycle, new ListenerList<>());
    private final UnstartedTasks unstartedTasks = new UnstartedTasks(
            state.processors(),
            state.queues(),
            machines,
            lifecycle,
            queuePermits,
            new Readying(state, wakeUp, null),
            new IdlePriorityQueue(state, wakeUp, queuePermits));
    private final Shutdown shutdown = new Shutdown(
            lifecycle,
            machines,
            new VirtualGoroutines(state, null, null, lifecycle, queuePermits),
            unstartedTasks,
            bulkheads,
            new DelayedTasks(state.processors(), null, GoroutineMode.DIRECT, lifecycle, null, null));

    @Test
    void theNextCallReturnsWhatWasTakenBack() {
        Runnable task = () -> {};
        state.queues().global().offer(new DirectGoroutine(task), 0);
        state.processors().get(0).replaceQueue(new FailsAtTheSecondLook());

        assertThatThrownBy(() -> shutdown.shutdownNow(thread -> true)).isInstanceOf(OutOfMemoryError.class);
        assertThat(shutdown.shutdownNow(thread -> true)).containsExactly(task);
        assertThat(shutdown.shutdownNow(thread -> true)).isEmpty();
    }

    /** The first look comes after the global queue was emptied. */
    private static final class FailsAtTheSecondLook extends WatchedQueue {

        private int looks;

        FailsAtTheSecondLook() {
            super(() -> 0);
        }

        @Override
        public @Nullable Goroutine pollAny() {
            looks++;
            if (looks == 2) {
                throw new OutOfMemoryError("planted");
            }
            return super.pollAny();
        }
    }
}
