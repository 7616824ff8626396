package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.BoundGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SharedQueues;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.util.Overdue;
import java.util.concurrent.locks.LockSupport;

/**
 * Goroutines that run on one machine alone: those locked to it by {@link Machine#lock} (Go: LockOSThread, startlockedm,
 * stoplockedm), and direct ones, which stand on its stack. A machine that takes one from a queue brings its processor
 * to that machine.
 *
 * <p>A machine with a locked goroutine runs nothing else: while that goroutine waits, the machine gives its processor
 * away and parks. When the goroutine becomes runnable, a {@link BoundGoroutine} stands in the queue for it, and the
 * machine is woken. The machine takes an idle processor itself if there is one, because at the limit of machines no
 * other may be left to bring it.
 */
public record LockedMachines(SharedQueues queues, MachinePool machines, HandOff handOff, Readying readying) {

    /** The entry to queue for a goroutine that has become runnable: itself, or a {@link BoundGoroutine}. */
    public static Goroutine inQueue(VirtualGoroutine goroutine) {
        Machine itsMachine = goroutine.lockedTo();
        if (itsMachine == null) {
            return goroutine;
        }
        try {
            BoundGoroutine entry = new BoundGoroutine(itsMachine);
            itsMachine.setLockedEntry(entry);
            return entry;
        } catch (OutOfMemoryError e) {
            return goroutine; // it can stand there itself, only its machine cannot help itself then (JDK-5)
        }
    }

    /** Wakes the machine of what has been queued, if it stands for a locked goroutine. */
    public static void wake(Goroutine queued) {
        if (queued instanceof BoundGoroutine entry) {
            LockSupport.unpark(entry.machine().thread());
        }
    }

    /** Gives the processor to the machine on which the goroutine must run (Go: startlockedm). */
    void bringProcessor(Machine machine, Goroutine goroutine, Machine itsMachine) {
        Processor released = machine.tryRelease();
        if (released == null) {
            readying.readyGlobal(goroutine);
        } else {
            handOff.assign(released, itsMachine);
        }
    }

    /** As above for a direct goroutine, unless its machine has taken a processor itself meanwhile. */
    void bringProcessor(Machine machine, BoundGoroutine bound) {
        Processor released = machine.tryRelease();
        if (released == null) {
            readying.readyGlobal(bound);
        } else if (bound.tryClaim()) {
            handOff.assign(released, bound.machine());
        } else {
            queues.abandonedEntries().decrementAndGet();
            machine.acquire(released);
        }
    }

    /**
     * Waits until a machine has brought a processor for the locked goroutine (Go: stoplockedm).
     *
     * @return false when the goroutine has ended: its thread ends with it, and so does what it did to the thread. Also when the
     *     scheduler has, which only carried it
     */
    boolean awaitGoroutine(Machine machine, VirtualGoroutine locked) {
        handOff.giveUp(machine);
        if (locked.isDead()) {
            return false;
        }
        machine.setParked(true);
        boolean helpedItself = false;
        while (!helpedItself && !machine.hasAssignment()) {
            if (machines.isEnding()) {
                return false;
            }
            BoundGoroutine entry = machine.lockedEntry();
            if (entry == null) {
                LockSupport.park(this); // the goroutine waits for something
            } else if (handOff.tryHelpItself(machine, entry)) {
                helpedItself = true;
            } else {
                LockSupport.parkNanos(this, Overdue.NANOS);
            }
            Thread.interrupted();
        }
        if (!helpedItself) {
            machine.takeAssignment();
        }
        machine.setLockedEntry(null);
        machine.setParked(false);
        return true;
    }
}
