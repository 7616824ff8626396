package dev.gmp.process.cluster.internal.engine;

import dev.gmp.GmpScheduler;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Work for goroutines, now and later. After the scheduler's shutdown there is none. */
record Timers(GmpScheduler scheduler) {

    /** @return null if the scheduler takes no more tasks: then the task never runs */
    @Nullable
    Future<?> after(long nanos, Runnable task) {
        try {
            return scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException shutDown) {
            return null;
        }
    }

    Future<?> every(long nanos, Runnable task) {
        return scheduler.scheduleWithFixedDelay(task, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /** Runs a task that may block. @return false if the scheduler takes no more tasks */
    boolean tryRun(Runnable task) {
        try {
            scheduler.execute(task);
            return true;
        } catch (RejectedExecutionException shutDown) {
            return false;
        }
    }

    /** As above; then another thread runs it. */
    void run(Runnable task) {
        if (!tryRun(task)) {
            ForkJoinPool.commonPool().execute(task);
        }
    }
}
