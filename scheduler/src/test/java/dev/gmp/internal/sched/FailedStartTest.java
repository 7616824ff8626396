package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.runq.LocalRunQueue;
import org.junit.jupiter.api.Test;

/** A machine that cannot be started, and one that ends as none should: their processors have an owner afterwards. */
class FailedStartTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), LocalRunQueue.CAPACITY);
    private final MachinePool machines = ProtocolState.machines(state);
    private final TimerWaker timerWaker = new TimerWaker(state);
    private final WakeUp wakeUp = new WakeUp(state, machines, timerWaker);
    private final ProcResize procResize = new ProcResize(state, wakeUp);
    private final NetworkPoller networkPoller = new NetworkPoller(state, wakeUp);
    private final HandOff handOff =
            new HandOff(state, machines, wakeUp, procResize, timerWaker, networkPoller, OvertimePriority.never());

    /** Its queue is one that no machine reads from then on. */
    @Test
    void aProcessorThatIsNotWantedAnyMoreLeavesItsGoroutines() {
        machines.attach(new PoolDuties() {
            @Override
            public void putIdle(Processor processor) {
                procResize.putIdle(processor);
            }

            @Override
            public void beforeStart() {
                procResize.setProcs(1);
                throw new OutOfMemoryError("planned");
            }
        });
        Processor second = state.processors().get(1);
        state.idle().tryTakeProcessor(second);
        second.queue().offer(new DirectGoroutine(() -> {}));

        handOff.handOff(second);

        assertThat(state.processors().count()).isEqualTo(1);
        assertThat(state.queues().global().size()).isEqualTo(1);
        assertThat(state.idle().processors().contains(1)).isFalse();
        assertThat(state.idle().spinning().any()).isFalse();
    }

    @Test
    void whatAMachineHoldsThatShouldNotEndIsPassedOn() throws InterruptedException {
        FindRunnable missing = null;
        Lifecycle lifecycle = new Lifecycle(state, machines, new Bulkheads());
        ScheduleLoop loop = new ScheduleLoop(
                missing,
                null,
                null,
                new MachineParking(state, machines, timerWaker, networkPoller, lifecycle, wakeUp, handOff),
                OvertimePriority.never());
        Machine machine = new Machine(0, "m0", state, new Living(loop), new ProbePoint(), false);
        machine.thread().setUncaughtExceptionHandler((thread, failure) -> {});
        Processor first = state.idle().takeProcessor();
        state.idle().spinning().increment();
        machine.assign(first, true);
        machine.thread().start();
        machine.thread().join();

        assertThat(first.machine()).isNull();
        assertThat(state.idle().processors().count()).isEqualTo(2);
        assertThat(state.idle().spinning().any()).isFalse();
    }

    private static final class Living extends ProtocolState.NoVerbs {

        private final ScheduleLoop loop;

        Living(ScheduleLoop loop) {
            this.loop = loop;
        }

        @Override
        public void live(Machine machine) {
            loop.run(machine);
        }
    }
}
