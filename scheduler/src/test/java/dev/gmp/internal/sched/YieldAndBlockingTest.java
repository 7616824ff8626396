package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.runq.LocalRunQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;

/** How a direct goroutine waits for its turn on a machine of its own. */
class YieldAndBlockingTest {

    /** Seldom enough that the processor comes and goes while the machine looks, and not before. */
    private static final int TURNS_PER_LOOK = 100;

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
    private final HandOff handOff = new HandOff(state, null, null, null, null, null, OvertimePriority.never());
    private final YieldAndBlocking yieldAndBlocking = new YieldAndBlocking(
            state, new Readying(state, new WakeUp(state, null, null), handOff), handOff, ProtocolState.unpaced(state));

    /**
     * An idle processor comes up again and again, and is gone as often before the machine has it. The machine keeps its place
     * in the queue, for another one would be behind all others, and cost memory that there may not be.
     */
    @RepeatedTest(100)
    void aMachineThatMissesAnIdleProcessorKeepsItsEntry() throws InterruptedException {
        Processor processor = state.idle().takeProcessor();
        Machine machine = new Machine(0, "m0", state, new Waiting(yieldAndBlocking), new ProbePoint(), false);
        machine.thread().start();
        while (!machine.isAwaitingTurn() && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
        int turns = 0;
        do {
            if (turns++ % TURNS_PER_LOOK == 0) {
                LockSupport.unpark(machine.thread());
            }
            state.idle().processors().put(processor.id());
        } while (state.idle().tryTakeProcessor(processor)
                && !Thread.currentThread().isInterrupted());
        machine.thread().join();

        assertThat(processor.machine()).isSameAs(machine);
        assertThat(machine.isAwaitingTurn()).isFalse();
        assertThat(state.queues().global().size()).isEqualTo(1);
        assertThat(state.queues().abandonedEntries()).hasValue(1);
    }

    /** Its goroutine comes back from a call that has blocked, and has lost its processor meanwhile. */
    private static final class Waiting extends ProtocolState.NoVerbs {

        private final YieldAndBlocking yieldAndBlocking;

        Waiting(YieldAndBlocking yieldAndBlocking) {
            this.yieldAndBlocking = yieldAndBlocking;
        }

        @Override
        public void live(Machine machine) {
            yieldAndBlocking.exitBlocking(machine);
        }
    }
}
