package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.BoundGoroutine;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;

/** A machine's life: find a goroutine, run it, again (Go: schedule, execute). */
final class ScheduleLoop {

    private final SchedulerState state;
    private final MachinePool machines;
    private final FindRunnable findRunnable;
    private final DirectGoroutines directGoroutines;
    private final VirtualGoroutines virtualGoroutines;
    private final LockedMachines lockedMachines;
    private final Lifecycle lifecycle;
    private final Listeners listeners;

    ScheduleLoop(
            SchedulerState state,
            MachinePool machines,
            FindRunnable findRunnable,
            DirectGoroutines directGoroutines,
            VirtualGoroutines virtualGoroutines,
            LockedMachines lockedMachines,
            Lifecycle lifecycle,
            Listeners listeners) {
        this.state = state;
        this.machines = machines;
        this.findRunnable = findRunnable;
        this.directGoroutines = directGoroutines;
        this.virtualGoroutines = virtualGoroutines;
        this.lockedMachines = lockedMachines;
        this.lifecycle = lifecycle;
        this.listeners = listeners;
    }

    void run(Machine machine) {
        try {
            machine.takeAssignment();
            Goroutine goroutine = findRunnable.next(machine);
            while (goroutine != null) {
                execute(machine, goroutine);
                VirtualGoroutine locked = machine.locked();
                if (locked == null) {
                    goroutine = findRunnable.next(machine);
                } else if (lockedMachines.awaitGoroutine(machine, locked)) {
                    goroutine = locked;
                } else {
                    goroutine = null;
                }
            }
        } finally {
            lifecycle
                    .tryTerminate(); // a locked goroutine may have been the last one, and has taken the machine with it
            machines.ended(machine);
        }
    }

    private void execute(Machine machine, Goroutine goroutine) {
        int readySince = goroutine.takeReadyStamp();
        if (readySince != 0) {
            recordLatency(machine, state.uptimeMicros() - readySince);
        }
        machine.step();
        if (goroutine instanceof DirectGoroutine direct) {
            directGoroutines.run(machine, direct);
        } else if (goroutine instanceof VirtualGoroutine virtual) {
            runVirtual(machine, virtual);
        } else if (goroutine instanceof BoundGoroutine bound) {
            lockedMachines.bringProcessor(machine, bound);
        }
    }

    private void runVirtual(Machine machine, VirtualGoroutine goroutine) {
        Machine lockedTo = goroutine.lockedTo();
        if (lockedTo == null || lockedTo == machine) {
            virtualGoroutines.run(machine, goroutine);
        } else {
            lockedMachines.bringProcessor(machine, goroutine, lockedTo);
        }
    }

    private void recordLatency(Machine machine, int micros) {
        int latency = Math.max(0, micros);
        machine.counters().latency().record(latency);
        listeners.schedulingLatency(latency * 1_000L);
    }
}
