package dev.gmp.internal.wiring;

import dev.gmp.internal.bulkhead.BulkheadTask;
import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.sched.UnstartedTasks;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.internal.timed.DelayedTasks;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.TakenTasks;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The operations that end a scheduler, across all parts that hold tasks. Thread-safe. */
public final class Shutdown {

    private static final SafeLog NOT_INTERRUPTED =
            new SafeLog(Shutdown.class, Level.WARNING, "shutdownNow could not interrupt a thread");

    private final Lifecycle lifecycle;
    private final MachinePool machines;
    private final VirtualGoroutines virtualGoroutines;
    private final UnstartedTasks unstartedTasks;
    private final Bulkheads bulkheads;
    private final DelayedTasks delayedTasks;

    /** Of calls that failed, for instance without memory. Guarded by this. */
    private @Nullable Recalled unreturned;

    public Shutdown(
            Lifecycle lifecycle,
            MachinePool machines,
            VirtualGoroutines virtualGoroutines,
            UnstartedTasks unstartedTasks,
            Bulkheads bulkheads,
            DelayedTasks delayedTasks) {
        this.lifecycle = lifecycle;
        this.machines = machines;
        this.virtualGoroutines = virtualGoroutines;
        this.unstartedTasks = unstartedTasks;
        this.bulkheads = bulkheads;
        this.delayedTasks = delayedTasks;
    }

    /** Accepts nothing more; what was accepted runs, except for further runs of periodic tasks. */
    void shutdown() {
        lifecycle.shutdown();
        delayedTasks.cancelPeriodic();
    }

    /**
     * If it throws, what was taken back by then is returned by the next call.
     *
     * @param which threads of goroutines are interrupted
     * @return what was accepted and will never run, in no order
     */
    List<Runnable> shutdownNow(Predicate<Thread> which) {
        Interrupter interrupter = new Interrupter(which);
        Recalled recalled = unreturnedOrNew();
        boolean isWhole = false;
        try {
            recall(recalled, interrupter);
            lifecycle.tryTerminate();
            isWhole = true;
        } finally {
            if (!isWhole) {
                keep(recalled);
            }
        }
        return recalled.unrun.list();
    }

    private void recall(Recalled recalled, Interrupter interrupter) {
        Runnable stop = () -> {
            lifecycle.stop();
            try { // first, for what an interrupt ends would let the next one begin
                bulkheads.recallWaiting(recalled.unrun);
            } finally {
                machines.interruptAll(interrupter);
                virtualGoroutines.interruptAll(interrupter);
            }
        };
        unstartedTasks.recallAll(stop, recalled.fromQueues, recalled.fromMachines);
        BulkheadTask.takeBack(recalled.fromQueues.list(), recalled.unrun);
        BulkheadTask.takeBack(recalled.fromMachines.list(), recalled.unrun);
        recalled.unrun.list().forEach(DelayedTasks::cancelIfDelayed);
        delayedTasks.recallAll(recalled.unrun);
    }

    private synchronized Recalled unreturnedOrNew() {
        Recalled first = unreturned;
        if (first == null) {
            return new Recalled();
        }
        unreturned = first.next;
        return first;
    }

    private synchronized void keep(Recalled recalled) {
        recalled.next = unreturned;
        unreturned = recalled;
    }

    /** Cancels what waits for its time. @return how many that were */
    int cancelDelayed() {
        TakenTasks cancelled = new TakenTasks();
        delayedTasks.recallAll(cancelled);
        lifecycle.tryTerminate();
        return cancelled.list().size();
    }

    /** What one call has taken back. A task is in one of the lists. */
    private static final class Recalled {
        private final TakenTasks fromQueues = new TakenTasks();
        private final TakenTasks fromMachines = new TakenTasks();
        private final TakenTasks unrun = new TakenTasks();
        private @Nullable Recalled next;
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
