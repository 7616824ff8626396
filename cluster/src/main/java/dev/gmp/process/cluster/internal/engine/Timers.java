package dev.gmp.process.cluster.internal.engine;

import dev.gmp.GmpScheduler;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Work for goroutines, now and later. It needs no room in a full queue, and no rejection policy discards it. After the
 * scheduler's shutdown there is none.
 */
class Timers {

    private final GmpScheduler scheduler;

    Timers(GmpScheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Tests override it. @return null if the scheduler takes no more tasks: then the task never runs */
    @Nullable
    Future<?> after(long nanos, Runnable task) {
        try {
            return scheduler.schedule(logged(task), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException shutDown) {
            return null;
        }
    }

    /** @return null as above */
    @Nullable
    Future<?> every(long nanos, Runnable task) {
        try {
            return scheduler.scheduleWithFixedDelay(logged(task), nanos, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException shutDown) {
            return null;
        }
    }

    /** Runs a task again and again until it returns true, also after it has thrown. @return false if it never runs */
    boolean until(long nanos, BooleanSupplier task) {
        AtomicReference<@Nullable Future<?>> timer = new AtomicReference<>();
        timer.set(every(nanos, () -> {
            boolean isOver = task.getAsBoolean();
            Future<?> own = timer.get();
            if (isOver && own != null) { // else with the next run
                own.cancel(false);
            }
        }));
        return timer.get() != null;
    }

    /** Runs a task that may block. @return false if the scheduler takes no more tasks */
    boolean tryRun(Runnable task) {
        return after(0, task) != null; // a timer's task was accepted when the timer was set
    }

    /** As above; then another thread runs it. */
    void submit(Runnable task) {
        if (!tryRun(task)) {
            ForkJoinPool.commonPool().execute(task);
        }
    }

    /** As above; without memory for that, the caller runs it. Throws what the task throws then. */
    void run(Runnable task) {
        try {
            submit(task);
        } catch (OutOfMemoryError full) {
            task.run();
        }
    }

    /** A task that throws is seen in the log, and runs again if it is periodic. */
    private static Runnable logged(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable thrown) {
                Warnings.log("A task of the cluster has failed", thrown);
            }
        };
    }
}
