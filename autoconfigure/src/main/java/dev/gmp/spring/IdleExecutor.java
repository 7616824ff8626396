package dev.gmp.spring;

import dev.gmp.GmpScheduler;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs what may wait until a processor has nothing else to do: refreshing, warming or compacting a cache. To be asked for by
 * its name, as in {@code @Async("gmpIdleExecutor")}. No Spring {@code TaskExecutor}, for {@code @Async} without a name takes
 * the only one of those.
 *
 * @see GmpScheduler#executeIdle
 */
public final class IdleExecutor implements Executor {

    private final GmpScheduler scheduler;

    public IdleExecutor(GmpScheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** @throws RejectedExecutionException after shutdown, or when {@code gmp.idle-queue-capacity} tasks wait already */
    @Override
    public void execute(Runnable task) {
        scheduler.executeIdle(task);
    }
}
