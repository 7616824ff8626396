package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.idle.ParkedStack;
import dev.gmp.internal.timer.TimerHeap;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * How a machine without a processor waits for one (Go: stopm): among the idle machines, the last to come the first to be
 * woken, until its keep-alive is over. One of them keeps the time meanwhile (TIME-1, in {@link TimerWaker}), and one blocks
 * in the netpoller while goroutines wait for channels (NETPOLL-1, in {@link Netpolling}); the same one if there is no
 * other. While timers are pending, the one that keeps the time does not end; it looks now and then whether all have been
 * cancelled.
 */
public final class MachineParking {

    private static final long SECOND_NANOS = 1_000_000_000;

    private final SchedulerState state;
    private final MachinePool machines;
    private final TimerWaker timerWaker;
    private final Netpolling netpolling;
    private final long keepAliveNanos;

    /** After that it looks whether anybody waits still, and whether its keep-alive is over: a cancellation wakes nobody. */
    private final long longestWaitNanos;

    public MachineParking(SchedulerState state, MachinePool machines, TimerWaker timerWaker, Netpolling netpolling) {
        this.state = state;
        this.machines = machines;
        this.timerWaker = timerWaker;
        this.netpolling = netpolling;
        this.keepAliveNanos = state.config().machineKeepAlive().toNanos();
        this.longestWaitNanos = Math.max(keepAliveNanos, SECOND_NANOS);
    }

    /** @return false when the machine shall end instead of getting a processor */
    boolean park(Machine machine) {
        machine.counters().countPark();
        machine.setParked(true);
        Probe probe = state.probes().often();
        if (probe != null) {
            probe.parks(machine);
        }
        boolean goesOn = awaitProcessorOrMemory(machine);
        timerWaker.stepDown(machine);
        probe = state.probes().often();
        if (probe != null) {
            probe.unparks(machine);
        }
        if (goesOn) {
            machine.setParked(false);
            machine.counters().countUnpark();
        }
        return goesOn;
    }

    /** Without memory it cannot stand among the idle ones, and tries again; it keeps no duty of theirs meanwhile. */
    private boolean awaitProcessorOrMemory(Machine machine) {
        try {
            return awaitProcessor(machine);
        } catch (OutOfMemoryError e) {
            machine.setParked(false);
            netpolling.stepDown(machine);
            timerWaker.stepDown(machine);
            throw e;
        }
    }

    private boolean awaitProcessor(Machine machine) {
        long deadline = System.nanoTime() + keepAliveNanos;
        ParkedStack.Entry<Machine> entry = push(machine);
        boolean mayWatch = true;
        while (!machine.hasAssignment()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                state.dropDeadTimers();
            }
            long untilTimer = mayWatch && timerWaker.keeps(machine) ? timerWaker.nanosToSleep() : TimerHeap.NEVER;
            boolean polls = mayWatch && untilTimer > 0 && !machines.isEnding() && netpolling.tryBecomePoller(machine);
            boolean isOver = machines.isEnding() || (left <= 0 && untilTimer == TimerHeap.NEVER && !polls);
            if ((isOver || polls || untilTimer <= 0) && state.idleMachines().withdraw(entry)) {
                if (polls && pollNetwork(machine)) {
                    return true;
                }
                timerWaker.stepDown(machine);
                if (isOver && mayEnd()) {
                    return false;
                }
                if (!isOver && !polls && timerWaker.tryTakeProcessor(machine)) {
                    return true;
                }
                entry = push(machine);
                mayWatch = state.idleProcessors().any(); // otherwise those who hold them look after timers and network
            } else {
                if (polls) {
                    netpolling.stepDown(); // it is being given a processor
                }
                long longest = left > 0 || untilTimer == TimerHeap.NEVER ? Math.max(1, left) : longestWaitNanos;
                if (untilTimer <= longest) {
                    timerWaker.sleep(Math.max(1, untilTimer));
                } else {
                    LockSupport.parkNanos(this, longest);
                }
                Thread.interrupted(); // nobody's business while no goroutine runs; it would end every later park at
                // once
                mayWatch = true;
            }
        }
        machine.takeAssignment();
        return true;
    }

    /**
     * Blocks in the netpoller, not among the idle machines: it should not be the first to be given other work.
     *
     * @return whether the machine has a processor now: one for what is ready, or one that it was given
     */
    private boolean pollNetwork(Machine machine) {
        ParkedStack.Entry<Machine> entry = state.pollingMachines().push(machine);
        machines.parked();
        machine.setPolled(state.netpoll()); // WAKE-1, in Machine: look after that
        long untilTimer = timerWaker.keeps(machine) ? timerWaker.nanosToSleep() : TimerHeap.NEVER;
        List<Thread> ready = List.of();
        if (!machine.hasAssignment() && !machines.isEnding() && untilTimer > 0) {
            ready = netpolling.poll(Math.min(untilTimer, longestWaitNanos));
        }
        machine.setPolled(null);
        Thread.interrupted();
        netpolling.stepDown();
        timerWaker.stepDown(machine);
        boolean hasProcessor = leavePoll(machine, entry) || (!ready.isEmpty() && timerWaker.tryTakeProcessor(machine));
        Netpolling.readyAll(ready);
        return hasProcessor;
    }

    /** @return whether the machine has been given a processor */
    private boolean leavePoll(Machine machine, ParkedStack.Entry<Machine> entry) {
        if (state.pollingMachines().withdraw(entry)) {
            return false;
        }
        while (!machine.hasAssignment()) {
            LockSupport.park(this);
            Thread.interrupted();
        }
        machine.takeAssignment();
        return true;
    }

    private boolean mayEnd() {
        return machines.isEnding()
                || !state.idleProcessors().any()
                || (!timerWaker.isMissed() && !netpolling.isUnattended());
    }

    private ParkedStack.Entry<Machine> push(Machine machine) {
        ParkedStack.Entry<Machine> entry = state.idleMachines().push(machine);
        machines.parked();
        return entry;
    }
}
