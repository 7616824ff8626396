package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;

/** A machine's life: find a goroutine, run it, again (Go: schedule, execute). */
final class ScheduleLoop {

    private final SchedulerState state;
    private final MachinePool machines;
    private final FindRunnable findRunnable;
    private final Lifecycle lifecycle;
    private final Admission admission;
    private final Listeners listeners;

    ScheduleLoop(
            SchedulerState state,
            MachinePool machines,
            FindRunnable findRunnable,
            Lifecycle lifecycle,
            Admission admission,
            Listeners listeners) {
        this.state = state;
        this.machines = machines;
        this.findRunnable = findRunnable;
        this.lifecycle = lifecycle;
        this.admission = admission;
        this.listeners = listeners;
    }

    void run(Machine machine) {
        try {
            machine.takeAssignment();
            Goroutine goroutine = findRunnable.next(machine);
            while (goroutine != null) {
                execute(machine, goroutine);
                goroutine = findRunnable.next(machine);
            }
        } finally {
            machines.ended(machine);
        }
    }

    private void execute(Machine machine, Goroutine goroutine) {
        int readySince = goroutine.takeReadyStamp();
        if (readySince != 0) {
            recordLatency(machine, state.uptimeMicros() - readySince);
        }
        admission.begins();
        Thread.interrupted(); // whom it was meant for has ended; before the phase is read, see STOP-1
        if (lifecycle.startsNothing() && lifecycle.tryReturnUnrun(goroutine)) {
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
