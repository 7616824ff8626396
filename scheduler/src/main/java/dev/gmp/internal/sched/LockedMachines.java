package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.VirtualGoroutine;
import java.util.concurrent.locks.LockSupport;

/**
 * Goroutines that run on one machine alone (Go: LockOSThread). That machine runs nothing else: while its goroutine waits,
 * it gives its processor away and parks; the machine that takes the goroutine from a queue brings it a processor.
 */
final class LockedMachines {

    private final HandOff handOff;
    private final Readying readying;

    LockedMachines(HandOff handOff, Readying readying) {
        this.handOff = handOff;
        this.readying = readying;
    }

    /** Gives the processor to the machine that the goroutine is locked to (Go: startlockedm). */
    void handOver(Machine machine, VirtualGoroutine goroutine, Machine lockedTo) {
        Processor released = machine.tryRelease();
        if (released == null) {
            readying.readyGlobal(goroutine);
        } else {
            handOff.assign(released, lockedTo);
        }
    }

    /** Waits until a machine has brought a processor for the locked goroutine (Go: stoplockedm). */
    void awaitGoroutine(Machine machine) {
        Processor released = machine.tryRelease();
        if (released == null) {
            handOff.acknowledgeLoss(machine);
        } else {
            handOff.handOff(released);
        }
        machine.setParked(true);
        while (!machine.hasAssignment()) {
            LockSupport.park(this);
            Thread.interrupted();
        }
        machine.setParked(false);
        machine.takeAssignment();
    }
}
