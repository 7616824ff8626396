package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.quota.OvertimePriority;
import org.jspecify.annotations.Nullable;

/** A machine's life: find a goroutine, run it, again (Go: schedule). */
public record ScheduleLoop(
        FindRunnable findRunnable,
        Execution execution,
        LockedMachines lockedMachines,
        MachineParking machineParking,
        OvertimePriority overtimePriority) {

    public void run(Machine machine) {
        try {
            machine.takeAssignment();
            Goroutine goroutine = overtimePriority.isNormal(machine) ? findRunnable.next(machine) : passOn(machine);
            while (goroutine != null) {
                if (!execution.tryExecute(machine, goroutine) && machineParking.tryLeave(machine, goroutine)) {
                    return;
                }
                VirtualGoroutine locked = machine.locked();
                if (locked == null) {
                    goroutine = isStillLowered(machine) ? passOn(machine) : findRunnable.next(machine);
                } else if (lockedMachines.awaitGoroutine(machine, locked)) {
                    goroutine = locked;
                } else {
                    goroutine = null;
                }
            }
        } finally {
            machineParking.end(machine);
        }
    }

    /** NICE-1: it was brought a processor for the rest of a goroutine, though the kernel would not raise it. */
    private static boolean isStillLowered(Machine machine) {
        return machine.priority().isLowered() && machine.holdsProcessor();
    }

    private @Nullable Goroutine passOn(Machine machine) {
        machineParking.passOn(machine);
        return null;
    }
}
