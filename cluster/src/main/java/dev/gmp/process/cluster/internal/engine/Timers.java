package dev.gmp.process.cluster.internal.engine;

import dev.gmp.GmpScheduler;
import dev.gmp.process.cluster.Cluster;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Work for goroutines, now and later. It needs no room in a full queue, and no rejection policy discards it. After the
 * scheduler's shutdown there is none.
 */
record Timers(GmpScheduler scheduler) {

    private static final System.Logger LOGGER = System.getLogger(Cluster.class.getName());

    /** @return null if the scheduler takes no more tasks: then the task never runs */
    @Nullable
    Future<?> after(long nanos, Runnable task) {
        try {
            return scheduler.schedule(logged(task), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException shutDown) {
            return null;
        }
    }

    Future<?> every(long nanos, Runnable task) {
        return scheduler.scheduleWithFixedDelay(logged(task), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /** Runs a task that may block. @return false if the scheduler takes no more tasks */
    boolean tryRun(Runnable task) {
        return after(0, task) != null; // a timer's task was accepted when the timer was set
    }

    /** As above; then another thread runs it. */
    void run(Runnable task) {
        if (!tryRun(task)) {
            ForkJoinPool.commonPool().execute(task);
        }
    }

    /** A task that throws is seen in the log, and runs again if it is periodic. */
    private static Runnable logged(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable thrown) {
                LOGGER.log(System.Logger.Level.WARNING, "A task of the cluster has failed", thrown);
            }
        };
    }
}
