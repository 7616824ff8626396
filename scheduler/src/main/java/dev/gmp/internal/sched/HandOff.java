package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.BoundGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.runq.LocalRunQueue;
import org.jspecify.annotations.Nullable;

/** How a processor passes from one machine to another (Go: handoffp, exitsyscallfast). */
public record HandOff(
        SchedulerState state,
        MachinePool machines,
        WakeUp wakeUp,
        ProcResize procResize,
        TimerWaker timerWaker,
        NetworkPoller networkPoller,
        OvertimePriority overtimePriority) {

    /**
     * Gives a processor that is the caller's to a machine if there is work, or if no machine would look for work that comes;
     * else it goes idle (Go: handoffp).
     */
    public void handOff(Processor processor) {
        if (processor.id() >= state.processors().count()) {
            procResize.putIdle(processor);
            afterIdle(); // the number may have grown again
        } else if (!processor.queue().isEmpty() || !state.queues().global().isEmpty()) {
            machines.start(processor, false);
        } else if (!state.idle().processors().any() && state.idle().spinning().tryBecomeOnly()) {
            machines.start(processor, true);
        } else {
            procResize.putIdle(processor);
            afterIdle();
        }
    }

    /** Goroutines were in no queue for a moment, in which others may have looked for the last time. They stand in one again. */
    public void afterMove() {
        wakeUp.afterPut();
    }

    /** A processor has gone idle, and no machine with it that would look once more for what there is to do. */
    public void afterIdle() {
        if (wakeUp.workIsVisible()) {
            wakeUp.wakeOne(); // M3 of PARK-1
        }
        timerWaker.afterIdle();
        networkPoller.afterIdle();
    }

    /**
     * A machine parts with its processor for as long as it waits or for good: another one gets it, as {@link #handOff} says.
     * Where it has lost that a moment ago, it takes note.
     */
    void giveUp(Machine machine) {
        Processor held = machine.tryRelease();
        if (held == null) {
            acknowledgeLoss(machine);
        } else {
            state.idle().stopSpinning(machine);
            handOff(held);
        }
    }

    /** Takes the processor from a machine that found no work, or that holds one too many. @return false when it had lost it */
    boolean putIdle(Machine machine) {
        Processor released = machine.tryRelease();
        if (released != null) {
            procResize.putIdle(released);
        }
        return released != null;
    }

    /** Gives a processor that is the caller's to a machine that waits for one. */
    void assign(Processor processor, Machine waiting) {
        waiting.assign(processor, false);
        waiting.wake();
    }

    /** Takes an idle processor for a machine without one, its old one if it can (Go: exitsyscallfast). */
    boolean tryRegain(Machine machine) {
        if (machine.priority().isLowered()) {
            return false; // NICE-1
        }
        Processor previous = machine.previous();
        Processor taken = previous != null && state.idle().tryTakeProcessor(previous)
                ? previous
                : state.idle().takeProcessor();
        if (taken == null) {
            return false;
        }
        machine.acquire(taken);
        taken.beginSlice();
        return true;
    }

    /**
     * Takes an idle processor for a machine without one, whose entry in a queue is not claimed yet. At the limit of
     * machines, no other machine may be left to bring a processor. The entry is claimed last, so it stays if the
     * processor has gone to another machine meanwhile. A new entry would come later in the queue, and take memory.
     *
     * @return whether the machine has a processor, so that the entry is void
     */
    boolean tryHelpItself(Machine machine, BoundGoroutine entry) {
        if (entry.isClaimed() || !state.idle().processors().any() || !tryRegain(machine)) {
            return false;
        }
        if (entry.tryClaim()) {
            state.queues().abandonedEntries().incrementAndGet();
            return true;
        }
        giveUp(machine);
        return false;
    }

    /**
     * The queue that the goroutine on this machine may put into; null if there is none. A goroutine that has lost its
     * processor takes an idle one here if it can. Otherwise it would wake others for all that it readies, and compete
     * with them for the CPUs. One that may not, because of its thread's priority, still counts as in overtime.
     */
    @Nullable
    public LocalRunQueue<Goroutine> queueOf(Machine machine) {
        LocalRunQueue<Goroutine> queue = machine.ownQueue();
        if (queue != null
                || machine.isBlocking()
                || machine.currentAcquire() == null
                || overtimePriority.isLoweredForGood(machine)
                || !state.idle().processors().any()) {
            return queue;
        }
        acknowledgeLoss(machine);
        // Where that had to log, or waited for a lock, a virtual thread may be on another machine now.
        return state.currentMachine() == machine && tryRegain(machine) ? machine.ownQueue() : null;
    }

    /** The machine has noticed that it lost its processor: what its queue has got since goes where others find it. */
    void acknowledgeLoss(Machine machine) {
        LocalRunQueue<Goroutine> left = machine.queue();
        state.idle().stopSpinning(machine);
        if (left == null) {
            return;
        }
        machine.acknowledgeLoss();
        overtimePriority.noticed(machine);
        moveToGlobal(left, machine.number());
    }

    /** Readies a goroutine that was taken from a queue. */
    public void readyGlobal(Goroutine goroutine, long laneHint) {
        state.queues().global().add(goroutine, laneHint);
        wakeUp.afterPut();
    }

    /**
     * Empties a queue without an owner; it holds few. One by one, for a batch takes memory: a thread that readies a
     * goroutine comes by here, and no other knows of that goroutine (JDK-5).
     */
    public void moveToGlobal(LocalRunQueue<Goroutine> queue, long laneHint) {
        boolean moved = false;
        for (Goroutine each = queue.pollAny(); each != null; each = queue.pollAny()) {
            state.queues().global().add(each, laneHint);
            moved = true;
        }
        if (moved) {
            wakeUp.afterPut();
        }
    }
}
