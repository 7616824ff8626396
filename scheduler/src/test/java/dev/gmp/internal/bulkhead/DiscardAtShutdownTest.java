package dev.gmp.internal.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.config.BulkheadConfig;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.sched.QueuePermits;
import dev.gmp.internal.sched.Readying;
import dev.gmp.internal.sched.TimerWaker;
import dev.gmp.internal.sched.UnstartedTasks;
import dev.gmp.internal.sched.WakeUp;
import dev.gmp.internal.spawn.Spawner;
import dev.gmp.internal.util.ListenerList;
import dev.gmp.observe.SchedulerSnapshot.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A scheduler is shut down while it discards the last task that stands in its queues, which has a slot of a bulkhead: the next
 * one gets the slot, and is to be run.
 */
class DiscardAtShutdownTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
    private final MachinePool machines = ProtocolState.machines(state);
    private final Bulkheads bulkheads = new Bulkheads();
    private final Lifecycle lifecycle = new Lifecycle(state, machines, bulkheads);
    private final WakeUp wakeUp = new WakeUp(state, machines, new TimerWaker(state));
    private final Readying readying = new Readying(state, wakeUp, null);
    private final QueuePermits queuePermits = new QueuePermits(state.config(), lifecycle, new ListenerList<>());
    private final UnstartedTasks unstartedTasks =
            new UnstartedTasks(state.processors(), state.queues(), machines, lifecycle, queuePermits, readying, null);
    private final List<String> phases = new ArrayList<>();

    @BeforeEach
    void takeTheProcessorThatWouldRunThem() {
        state.idle().takeProcessor();
    }

    @Test
    void theNextHolderOfADiscardedTasksSlotKeepsTheSchedulerAlive() {
        BulkheadAdmission bulkhead = new BulkheadAdmission(
                new BulkheadConfig("one", 1, OptionalInt.empty(), RejectionPolicy.ABORT, GoroutineMode.DIRECT),
                GoroutineMode.DIRECT,
                "test",
                bulkheads::remove,
                lifecycle,
                queuePermits,
                new Spawner(state, readying, wakeUp, lifecycle, null, queuePermits, null));
        bulkheads.add(bulkhead);
        bulkhead.execute(() -> {});
        bulkhead.execute(() -> {});
        lifecycle.shutdown();

        UnstartedTasks.Oldest oldest = unstartedTasks.discardOldest(task -> {
            phases.add(lifecycle.phase().toString());
            ((BulkheadTask) task).discard();
        });

        assertThat(oldest.discarded()).isTrue();
        assertThat(phases).containsExactly("SHUTDOWN");
        assertThat(lifecycle.phase()).isEqualTo(Phase.SHUTDOWN);
        assertThat(state.queues().global().size()).isEqualTo(1);
    }
}
