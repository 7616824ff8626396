package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.BoundGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import java.util.concurrent.locks.LockSupport;

/**
 * Goroutines that run on one machine alone: those locked to it (Go: LockOSThread), and direct ones, which stand on its
 * stack. Whoever takes one from a queue brings its processor to that machine.
 *
 * <p>A machine with a locked goroutine runs nothing else: while that goroutine waits, the machine gives its processor away
 * and parks.
 */
final class LockedMachines {

    private final SchedulerState state;
    private final HandOff handOff;
    private final Readying readying;

    LockedMachines(SchedulerState state, HandOff handOff, Readying readying) {
        this.state = state;
        this.handOff = handOff;
        this.readying = readying;
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

    /** The same for a direct goroutine, unless its machine has helped itself meanwhile. */
    void bringProcessor(Machine machine, BoundGoroutine bound) {
        Processor released = machine.tryRelease();
        if (released == null) {
            readying.readyGlobal(bound);
        } else if (bound.tryClaim()) {
            handOff.assign(released, bound.machine());
        } else {
            state.abandonedPlaces().decrementAndGet();
            machine.acquire(released);
        }
    }

    /**
     * Waits until a machine has brought a processor for the locked goroutine (Go: stoplockedm).
     *
     * @return false when the goroutine has ended: its thread ends with it, and so does what it did to the thread
     */
    boolean awaitGoroutine(Machine machine, VirtualGoroutine locked) {
        Processor released = machine.tryRelease();
        if (released == null) {
            handOff.acknowledgeLoss(machine);
        } else {
            handOff.handOff(released);
        }
        if (locked.isDead()) {
            return false;
        }
        machine.setParked(true);
        while (!machine.hasAssignment()) {
            LockSupport.park(this);
            Thread.interrupted();
        }
        machine.setParked(false);
        machine.takeAssignment();
        return true;
    }
}
