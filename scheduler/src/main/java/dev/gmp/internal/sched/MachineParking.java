package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineCounters.Count;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.idle.ParkedStack;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.timer.TimerHeap;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * How a machine gives its processor up, looks for another one, and ends (Go: stopm, mexit).
 *
 * <p>Without a processor it waits for one: among the idle machines, the last to come the first to be woken, until its
 * keep-alive is over. One of them keeps the time meanwhile (TIME-1, in {@link TimerWaker}). One blocks in the netpoller
 * while goroutines wait for channels (NETPOLL-1, in {@link NetworkPoller}), the same one if there is no other. While
 * timers are pending, the one that keeps the time does not end; it looks now and then whether all have been cancelled.
 */
public final class MachineParking {

    private static final long SECOND_NANOS = 1_000_000_000;

    private final SchedulerState state;
    private final MachinePool machines;
    private final TimerWaker timerWaker;
    private final NetworkPoller networkPoller;
    private final Lifecycle lifecycle;
    private final WakeUp wakeUp;
    private final HandOff handOff;
    private final long keepAliveNanos;

    /** After that it looks whether any goroutine waits still, and whether its keep-alive is over: a cancellation wakes no machine. */
    private final long longestWaitNanos;

    public MachineParking(
            SchedulerState state,
            MachinePool machines,
            TimerWaker timerWaker,
            NetworkPoller networkPoller,
            Lifecycle lifecycle,
            WakeUp wakeUp,
            HandOff handOff) {
        this.state = state;
        this.machines = machines;
        this.timerWaker = timerWaker;
        this.networkPoller = networkPoller;
        this.lifecycle = lifecycle;
        this.wakeUp = wakeUp;
        this.handOff = handOff;
        this.keepAliveNanos = state.config().machineKeepAlive().toNanos();
        this.longestWaitNanos = Math.max(keepAliveNanos, SECOND_NANOS);
    }

    /**
     * For a machine that found no work: M1 to M3 of PARK-1. The last that spins also clears the
     * bits of what is empty (MASK-1). Leaves the machine with a processor again, spinning, if there is
     * something to be found.
     */
    void goIdle(Machine machine, LocalRunQueue<Goroutine> own) {
        own.unmarkIfEmpty();
        if (!handOff.putIdle(machine)) { // lost a moment ago
            own.mark();
            wakeUp.afterPut(); // what the new owner put meanwhile was passed over
            return;
        }
        if (state.idle().stopSpinning(machine)) {
            state.queues().global().unmarkEmpty();
            state.processors().unmarkWithoutTimers();
        }
        if (wakeUp.workIsVisible() && handOff.tryRegain(machine)) {
            state.idle().startSpinning(machine);
        }
    }

    /** For a machine that holds a processor beyond the number (RESIZE-1). */
    void retire(Machine machine) {
        handOff.putIdle(machine);
    }

    /**
     * For a machine without a processor, or one that has lost it: another one, if there is work, else it parks.
     *
     * @return false when it shall end instead
     */
    boolean getProcessor(Machine machine) {
        boolean wasSpinning = machine.isSpinning(); // RESIZE-1 took its processor: others rely on what it would find
        handOff.acknowledgeLoss(machine);
        if (machine.priority().isLowered()) {
            lifecycle.tryTerminate();
            machines.endsLowered();
            return false;
        }
        if (wakeUp.workIsVisible() && handOff.tryRegain(machine)) {
            if (wasSpinning) {
                state.idle().startSpinning(machine);
            }
            return true;
        }
        lifecycle.tryTerminate();
        return park(machine);
    }

    /** For a machine that must not keep its processor, and ends. */
    void passOn(Machine machine) {
        state.idle().stopSpinning(machine);
        if (handOff.putIdle(machine)) {
            machines.endsLowered();
        } else {
            handOff.acknowledgeLoss(machine);
        }
    }

    /**
     * For a machine that must not run what it has found: another one, with a plain thread, takes that and the processor over.
     *
     * @return false where no thread is to be had: the machine goes on, and runs all from now on
     */
    boolean tryLeave(Machine machine, Goroutine goroutine) {
        machines.makePlainOnly();
        Processor released = machine.tryRelease();
        Goroutine kicked = released == null ? goroutine : released.queue().exchangeRunNext(goroutine);
        if (kicked != null) {
            handOff.readyGlobal(kicked, machine.number());
        }
        if (released == null || machines.tryStart(released, false)) {
            return true;
        }
        machine.runAll();
        handOff.tryRegain(machine);
        return false;
    }

    /** The last thing a machine's thread does. */
    void end(Machine machine) {
        handOff.giveUp(machine); // it holds one where something was thrown that should not have been
        lifecycle.tryTerminate(); // a locked goroutine may have been the last one, and has taken the machine with it
        machines.ended(machine);
    }

    /** @return false when the machine shall end instead of getting a processor */
    private boolean park(Machine machine) {
        machine.counters().count(Count.PARKS);
        machine.setParked(true);
        Probe probe = state.probes().often();
        if (probe != null) {
            probe.hear(Probe.Event.PARKS, machine);
        }
        boolean goesOn = awaitProcessorOrMemory(machine);
        timerWaker.stepDown(machine);
        probe = state.probes().often();
        if (probe != null) {
            probe.hear(Probe.Event.UNPARKS, machine);
        }
        if (goesOn) {
            state.waitClock().advance(System.nanoTime()); // sysmon may have slept meanwhile
            machine.setParked(false);
            machine.counters().count(Count.UNPARKS);
        }
        return goesOn;
    }

    /** Without memory it cannot stand among the idle ones, and tries again; it keeps no duty of theirs meanwhile. */
    private boolean awaitProcessorOrMemory(Machine machine) {
        try {
            return awaitProcessor(machine);
        } catch (OutOfMemoryError e) {
            machine.setParked(false);
            networkPoller.stepDown(machine);
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
                state.processors().dropDeadTimers();
            }
            long untilTimer = mayWatch && timerWaker.keeps(machine) ? timerWaker.nanosToSleep() : TimerHeap.NEVER;
            boolean polls =
                    mayWatch && untilTimer > 0 && !machines.isEnding() && networkPoller.tryBecomePoller(machine);
            boolean isOver = machines.isEnding() || (left <= 0 && untilTimer == TimerHeap.NEVER && !polls);
            if ((isOver || polls || untilTimer <= 0) && state.idle().machines().withdraw(entry)) {
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
                mayWatch = state.idle().processors().any(); // otherwise their holders look after timers and network
            } else {
                if (polls) {
                    networkPoller.stepDown(); // it is being given a processor
                }
                long longest = left > 0 || untilTimer == TimerHeap.NEVER ? Math.max(1, left) : longestWaitNanos;
                if (untilTimer <= longest) {
                    timerWaker.sleep(Math.max(1, untilTimer));
                } else {
                    LockSupport.parkNanos(this, longest);
                }
                Thread.interrupted(); // meant for none while no goroutine runs; each later park would end at once
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
        ParkedStack.Entry<Machine> entry = state.idle().pollingMachines().push(machine);
        machines.parked();
        machine.setPolled(state.netpoll()); // WAKE-1, in Machine: look after that
        long untilTimer = timerWaker.keeps(machine) ? timerWaker.nanosToSleep() : TimerHeap.NEVER;
        List<Thread> ready = List.of();
        if (!machine.hasAssignment() && !machines.isEnding() && untilTimer > 0) {
            ready = networkPoller.poll(Math.min(untilTimer, longestWaitNanos));
        }
        machine.setPolled(null);
        Thread.interrupted();
        networkPoller.stepDown();
        timerWaker.stepDown(machine);
        boolean hasProcessor = leavePoll(machine, entry) || (!ready.isEmpty() && timerWaker.tryTakeProcessor(machine));
        NetworkPoller.readyAll(ready);
        return hasProcessor;
    }

    /** @return whether the machine has been given a processor */
    private boolean leavePoll(Machine machine, ParkedStack.Entry<Machine> entry) {
        if (state.idle().pollingMachines().withdraw(entry)) {
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
                || !state.idle().processors().any()
                || (!timerWaker.isMissed() && !networkPoller.isUnattended());
    }

    private ParkedStack.Entry<Machine> push(Machine machine) {
        ParkedStack.Entry<Machine> entry = state.idle().machines().push(machine);
        machines.parked();
        return entry;
    }
}
