package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineCounters.Count;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.observe.GoroutineExit;

/** Runs direct goroutines: from beginning to end on the machine's own stack, with the manners of a ThreadPoolExecutor. */
public record DirectExecution(
        SchedulerState state, QueuePermits queuePermits, Lifecycle lifecycle, UnstartedTasks unstartedTasks) {

    void run(Machine machine, DirectGoroutine goroutine) {
        queuePermits.begins();
        Thread.interrupted(); // its addressee has ended; before the phase is read, see STOP-1
        if (lifecycle.startsNothing()) {
            Runnable task = goroutine.task();
            if (task != null) {
                if (goroutine.isFresh() && unstartedTasks.tryHandIn(task)) {
                    goroutine.takeTask();
                    machine.counters().countCompleted();
                    return;
                }
                machine.thread().interrupt(); // it begins after all, and is told
            }
        }
        machine.setYield(false, false);
        machine.setCurrentRelease(goroutine);
        try {
            goroutine.run();
        } catch (GoroutineExit exit) {
            // as if it had returned
        } catch (Throwable thrown) {
            report(machine, thrown);
        }
        Thread.interrupted(); // what the machine does next must not be cut short
        goroutine.end();
        machine.passOnForked();
        machine.restore(state.contextClassLoader());
        machine.setCurrentRelease(null);
        machine.counters().countCompleted();
    }

    /**
     * Passes an exception of a task of {@code execute} to the thread's handler of uncaught exceptions; the machine goes
     * on.
     */
    private void report(Machine machine, Throwable thrown) {
        try {
            machine.counters().count(Count.UNCAUGHT);
            state.countFailure(machine, thrown);
            Thread thread = machine.thread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        } catch (Throwable fromHandler) {
            // As in the JVM itself: what a handler throws is dropped.
        }
    }
}
