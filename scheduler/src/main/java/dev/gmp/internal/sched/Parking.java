package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.idle.ParkedStack;
import dev.gmp.internal.timer.TimerHeap;
import java.util.concurrent.locks.LockSupport;

/**
 * How a machine without a processor waits for one (Go: stopm): among the idle machines, the last to come the first to be
 * woken, until its keep-alive is over. One of them keeps the time meanwhile (TIME-1, in {@link Timekeeper}).
 */
final class Parking {

    private final SchedulerState state;
    private final MachinePool machines;
    private final Timekeeper timekeeper;
    private final long keepAliveNanos;

    Parking(SchedulerState state, MachinePool machines, Timekeeper timekeeper) {
        this.state = state;
        this.machines = machines;
        this.timekeeper = timekeeper;
        this.keepAliveNanos = state.config().machineKeepAlive().toNanos();
    }

    /** @return false when the machine shall end instead of getting a processor */
    boolean park(Machine machine) {
        machine.counters().countPark();
        machine.setParked(true);
        boolean goesOn = awaitProcessor(machine);
        timekeeper.stepDown(machine);
        if (goesOn) {
            machine.setParked(false);
            machine.counters().countUnpark();
        }
        return goesOn;
    }

    private boolean awaitProcessor(Machine machine) {
        long deadline = System.nanoTime() + keepAliveNanos;
        ParkedStack.Entry<Machine> entry = push(machine);
        boolean mayKeepTime = true;
        while (!machine.hasAssignment()) {
            long left = deadline - System.nanoTime();
            long untilTimer = mayKeepTime && timekeeper.keeps(machine) ? timekeeper.nanosToSleep() : TimerHeap.NEVER;
            boolean isOver = machines.isEnding() || (left <= 0 && untilTimer == TimerHeap.NEVER);
            if ((isOver || untilTimer <= 0) && state.idleMachines().withdraw(entry)) {
                timekeeper.stepDown(machine);
                if (isOver && mayEnd()) {
                    return false;
                }
                if (!isOver && timekeeper.tryTakeProcessor(machine)) {
                    return true;
                }
                entry = push(machine);
                mayKeepTime = state.idleProcessors().any(); // otherwise those who hold them look after the timers
            } else {
                LockSupport.parkNanos(this, Math.max(1, untilTimer == TimerHeap.NEVER ? left : untilTimer));
                Thread.interrupted(); // nobody's business while no goroutine runs; it would end every later park at
                // once
                mayKeepTime = true;
            }
        }
        machine.takeAssignment();
        return true;
    }

    private boolean mayEnd() {
        return machines.isEnding() || !state.idleProcessors().any() || !timekeeper.isMissed();
    }

    private ParkedStack.Entry<Machine> push(Machine machine) {
        ParkedStack.Entry<Machine> entry = state.idleMachines().push(machine);
        machines.parked();
        return entry;
    }
}
