package dev.gmp.internal.sched;

import static dev.gmp.testkit.Checkers.expect;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.testkit.Checkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** RESIZE-1 and PARK-1 in every interleaving of a processor that is passed on and a number that changes. */
@Tag("long")
@Timeout(600)
class ProcResizeProtocolTest {

    /** A growing thread finds no idle processor, and the one that puts it among the idle ones was about to retire it. */
    @Test
    void goroutinesOfAProcessorThatIsWantedAgainAreSeen() {
        Checkers.everyInterleaving(ProcResizeProtocolTest::growBesideAHandOff);
    }

    /** It was to be put among the idle ones when there were so many. */
    @Test
    void noProcessorBeyondTheNumberStaysIdle() {
        Checkers.everyInterleaving(ProcResizeProtocolTest::shrinkBesideAHandOff);
    }

    private static void growBesideAHandOff() {
        SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), 4);
        Parts parts = new Parts(state);
        Processor second = state.processors().get(1);
        state.idle().tryTakeProcessor(state.processors().get(0));
        state.idle().tryTakeProcessor(second);
        parts.procResize.setProcs(1);
        second.queue().offer(new DirectGoroutine(() -> {}));
        Machine idle = new Machine(0, "m0", state, new ProtocolState.NoVerbs(), new ProbePoint(), false);
        state.idle().machines().push(idle);
        Thread growing = Checkers.start(() -> {
            parts.procResize.setProcs(2);
            parts.procResize.wakeForNewOnes();
        });
        parts.handOff.handOff(second);
        Checkers.join(growing);
        expect(idle.hasAssignment(), "a goroutine waits beside an idle processor");
    }

    private static void shrinkBesideAHandOff() {
        SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), 4);
        Parts parts = new Parts(state);
        Processor second = state.processors().get(1);
        state.idle().tryTakeProcessor(second);
        Thread shrinking = Checkers.start(() -> parts.procResize.setProcs(1));
        parts.procResize.putIdle(second);
        Checkers.join(shrinking);
        expect(!state.idle().processors().contains(1), "more are idle than there are");
    }

    /** Those that pass a processor on. */
    private static final class Parts {

        private final ProcResize procResize;
        private final HandOff handOff;

        Parts(SchedulerState state) {
            MachinePool machines = ProtocolState.machines(state);
            TimerWaker timerWaker = new TimerWaker(state);
            WakeUp wakeUp = new WakeUp(state, machines, timerWaker);
            procResize = new ProcResize(state, wakeUp);
            NetworkPoller networkPoller = new NetworkPoller(state, wakeUp);
            handOff = new HandOff(
                    state, machines, wakeUp, procResize, timerWaker, networkPoller, OvertimePriority.never());
        }
    }
}
