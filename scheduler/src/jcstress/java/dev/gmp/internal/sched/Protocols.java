package dev.gmp.internal.sched;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;

/** The shipped wake-up protocol around one processor, which a machine holds that spins, and one machine that is parked. */
class Protocols {

    private static final Runnable TASK = () -> {};

    final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), 4);
    final TimerWaker timerWaker = new TimerWaker(state);
    final MachinePool machines = new MachinePool(state, new ProtocolState.NoVerbs(), () -> {}, GoroutineMode.DIRECT);
    final WakeUp wakeUp = new WakeUp(state, machines, timerWaker);
    final Machine spinner = machine();
    final Machine parked = machine();

    Protocols() {
        timerWaker.wakeBy(wakeUp::wakeOne);
        spinner.acquire(state.idle().takeProcessor());
        state.idle().startSpinning(spinner);
        state.idle().machines().push(parked);
        queue().mark(); // else the first put would be a fence
    }

    final Machine machine() {
        return new Machine(0, "m", state, new ProtocolState.NoVerbs(), state.probes(), false);
    }

    static Goroutine goroutine() {
        return new DirectGoroutine(TASK);
    }

    LocalRunQueue<Goroutine> queue() {
        return state.processors().get(0).queue();
    }

    /** M1 and M2 of PARK-1. */
    void giveUp() {
        state.idle().processors().put(0);
        state.idle().stopSpinning(spinner);
    }

    int giveUpAndLook() {
        giveUp();
        return wakeUp.workIsVisible() ? 1 : 0;
    }

    int hasWoken() {
        return parked.hasAssignment() ? 1 : 0;
    }
}
