package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.BoundGoroutine;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;

/** A machine's life: find a goroutine, run it, again (Go: schedule, execute). */
final class ScheduleLoop {

    private final SchedulerState state;
    private final MachinePool machines;
    private final FindRunnable findRunnable;
    private final Lifecycle lifecycle;
    private final Admission admission;
    private final Listeners listeners;
    private final VirtualGoroutines virtualGoroutines;
    private final Recall recall;
    private final Readying readying;
    private final HandOff handOff;
    private final LockedMachines lockedMachines;

    ScheduleLoop(
            SchedulerState state,
            MachinePool machines,
            FindRunnable findRunnable,
            Lifecycle lifecycle,
            Admission admission,
            Listeners listeners,
            VirtualGoroutines virtualGoroutines,
            Recall recall,
            Readying readying,
            HandOff handOff) {
        this.state = state;
        this.machines = machines;
        this.findRunnable = findRunnable;
        this.lifecycle = lifecycle;
        this.admission = admission;
        this.listeners = listeners;
        this.virtualGoroutines = virtualGoroutines;
        this.recall = recall;
        this.readying = readying;
        this.handOff = handOff;
        this.lockedMachines = new LockedMachines(handOff, readying);
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
                } else if (locked.isDead()) {
                    leave(machine);
                    goroutine = null;
                } else {
                    lockedMachines.awaitGoroutine(machine);
                    goroutine = locked;
                }
            }
        } finally {
            machines.ended(machine);
        }
    }

    /** A goroutine that ends while it is locked takes its thread with it, as in Go: what it did to the thread ends too. */
    private void leave(Machine machine) {
        Processor released = machine.tryRelease();
        if (released == null) {
            handOff.acknowledgeLoss(machine);
        } else {
            handOff.handOff(released);
        }
    }

    private void execute(Machine machine, Goroutine goroutine) {
        int readySince = goroutine.takeReadyStamp();
        if (readySince != 0) {
            recordLatency(machine, state.uptimeMicros() - readySince);
        }
        machine.step();
        if (goroutine instanceof DirectGoroutine direct) {
            executeDirect(machine, direct);
        } else if (goroutine instanceof VirtualGoroutine virtual) {
            executeVirtual(machine, virtual);
        } else if (goroutine instanceof BoundGoroutine bound) {
            bringProcessor(machine, bound);
        }
    }

    private void bringProcessor(Machine machine, BoundGoroutine bound) {
        Processor released = machine.tryRelease();
        if (released == null) {
            readying.readyGlobal(bound);
        } else {
            handOff.assign(released, bound.machine());
        }
    }

    private void executeDirect(Machine machine, DirectGoroutine goroutine) {
        admission.begins();
        Thread.interrupted(); // whom it was meant for has ended; before the phase is read, see STOP-1
        Runnable task = goroutine.task();
        if (task != null && lifecycle.startsNothing() && recall.tryHandIn(task)) {
            machine.counters().countCompleted();
            return;
        }
        machine.setCurrentRelease(goroutine);
        try {
            goroutine.run();
        } catch (Throwable thrown) {
            report(machine, thrown);
        }
        machine.setCurrentRelease(null);
        machine.counters().countCompleted();
    }

    private void executeVirtual(Machine machine, VirtualGoroutine goroutine) {
        Machine lockedTo = goroutine.lockedTo();
        if (lockedTo != null && lockedTo != machine) {
            lockedMachines.handOver(machine, goroutine, lockedTo);
            return;
        }
        if (lifecycle.startsNothing()) {
            handInTask(goroutine);
        }
        machine.setCurrentRelease(goroutine);
        virtualGoroutines.run(machine, goroutine);
        machine.setCurrentRelease(null);
        if (machine.isBlocking()) {
            machine.setBlocking(false); // it parked inside its section
        }
    }

    /** Its thread still has to run, to its end: nobody may wait for it in vain. */
    private void handInTask(VirtualGoroutine goroutine) {
        Runnable task = goroutine.takeTask();
        if (task != null) {
            if (recall.tryHandIn(task)) {
                admission.begins();
            } else {
                goroutine.returnTask(task);
            }
        }
    }

    private void recordLatency(Machine machine, int micros) {
        int latency = Math.max(0, micros);
        machine.counters().latency().record(latency);
        listeners.schedulingLatency(latency * 1_000L);
    }

    /** What a task of {@code execute} throws goes where a thread's own would; the machine lives on. */
    private static void report(Machine machine, Throwable thrown) {
        try {
            machine.counters().countUncaught();
            machine.getUncaughtExceptionHandler().uncaughtException(machine, thrown);
        } catch (Throwable fromHandler) {
            // As in the JVM itself: what a handler throws is dropped.
        }
    }
}
