package dev.gmp.internal.wiring;

import dev.gmp.internal.bulkhead.BulkheadTask;
import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.sched.UnstartedTasks;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.internal.timed.DelayedTasks;
import dev.gmp.internal.util.SafeLog;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The operations that end a scheduler, across all parts that hold tasks. Thread-safe. */
public record Shutdown(
        Lifecycle lifecycle,
        MachinePool machines,
        VirtualGoroutines virtualGoroutines,
        UnstartedTasks unstartedTasks,
        Bulkheads bulkheads,
        DelayedTasks delayedTasks) {

    private static final SafeLog NOT_INTERRUPTED =
            new SafeLog(Shutdown.class, Level.WARNING, "shutdownNow could not interrupt a thread");

    /** Accepts nothing more; what was accepted runs, except for further runs of periodic tasks. */
    void shutdown() {
        lifecycle.shutdown();
        delayedTasks.cancelPeriodic();
    }

    /** @param which threads of goroutines are interrupted @return what was accepted and will never run, in no order */
    List<Runnable> shutdownNow(Predicate<Thread> which) {
        Interrupter interrupter = new Interrupter(which);
        List<Runnable> unrun = new ArrayList<>();
        List<Runnable> recalled = unstartedTasks.recallAll(() -> {
            lifecycle.stop();
            try { // first, for what an interrupt ends would let the next one begin
                unrun.addAll(bulkheads.recallWaiting());
            } finally {
                machines.interruptAll(interrupter);
                virtualGoroutines.interruptAll(interrupter);
            }
        });
        BulkheadTask.takeBack(recalled, unrun);
        unrun.forEach(DelayedTasks::cancelIfDelayed);
        unrun.addAll(delayedTasks.recallAll());
        lifecycle.tryTerminate();
        return unrun;
    }

    /** Cancels what waits for its time. @return how many that were */
    int cancelDelayed() {
        int cancelled = delayedTasks.recallAll().size();
        lifecycle.tryTerminate();
        return cancelled;
    }

    /**
     * Interrupts the threads that are chosen. What the choice or an interrupted channel throws is logged, once: the caller is to
     * get the tasks that were taken back.
     */
    private static final class Interrupter implements Consumer<Thread> {

        private final Predicate<Thread> which;
        private boolean hasFailed;

        Interrupter(Predicate<Thread> which) {
            this.which = which;
        }

        @Override
        public void accept(Thread thread) {
            try {
                if (which.test(thread)) {
                    thread.interrupt();
                }
            } catch (Throwable failure) {
                if (!hasFailed) {
                    NOT_INTERRUPTED.log(failure);
                }
                hasFailed = true;
            }
        }
    }
}
