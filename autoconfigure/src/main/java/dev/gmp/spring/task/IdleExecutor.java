package dev.gmp.spring.task;

import dev.gmp.GmpScheduler;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs what may wait until a processor has nothing else to do: refreshing, warming or compacting a cache. To be asked for by
 * its name, as in {@code @Async("gmpIdleExecutor")}. Its tasks are decorated, and kept while the context is paused, as those of
 * the application's task executor. No Spring {@code TaskExecutor}, for {@code @Async} without a name takes the only one of
 * those.
 *
 * @see GmpScheduler#executeIdle
 * @since 0.1
 */
public final class IdleExecutor implements Executor {

    private final GmpTaskExecutor tasks;

    /** @param tasks through the gate of idle-priority work */
    IdleExecutor(GmpTaskExecutor tasks) {
        this.tasks = tasks;
    }

    /** @throws RejectedExecutionException after shutdown, or when {@code gmp.idle-queue-capacity} tasks wait already */
    @Override
    public void execute(Runnable task) {
        tasks.execute(task);
    }
}
