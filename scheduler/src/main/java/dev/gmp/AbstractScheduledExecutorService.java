package dev.gmp;

import dev.gmp.internal.jdk.TracedTask;
import dev.gmp.internal.spawn.CountedFuture;
import dev.gmp.observe.TaskWrapper;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The four methods that schedule a task, as one. */
abstract class AbstractScheduledExecutorService extends InvokingExecutorService implements ScheduledExecutorService {

    /**
     * @param delay nanoseconds; none if negative
     * @param period nanoseconds: positive for a fixed rate, negative for a fixed delay, zero for once
     */
    abstract <V extends @Nullable Object> ScheduledFuture<V> scheduleNanos(Callable<V> task, long delay, long period);

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new CountedFuture<>(runnable, value);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new CountedFuture<>(callable);
    }

    /**
     * Runs a task once on its own goroutine after a delay, at once if the delay is zero or less. The task counts as
     * submitted from this call on, so it runs also after {@link #shutdown}. Until it is due, it takes no room in the
     * queue.
     *
     * @throws RejectedExecutionException after shutdown
     */
    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        Callable<@Nullable Object> task = new RunnableAsCallable(command);
        if (!(command instanceof RunnableScheduledFuture<?> future && future.isPeriodic())) {
            // One that sets itself again would hand the trace of its first run on to each run after it.
            task = TracedTask.<@Nullable Object>of(task);
        }
        return this.<@Nullable Object>scheduleNanos(task, unit.toNanos(delay), 0);
    }

    /**
     * As {@link #schedule(Runnable, long, TimeUnit)}, for a task with a result.
     *
     * @throws RejectedExecutionException after shutdown
     */
    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return scheduleNanos(TracedTask.of(Objects.requireNonNull(callable, "callable")), unit.toNanos(delay), 0);
    }

    /**
     * Runs a task periodically, each run on its own goroutine. A run begins after the one before it has ended. Late
     * runs follow at once until they have caught up. The series ends with an exception, a cancellation or {@link
     * #shutdown}.
     *
     * @throws IllegalArgumentException if the period is not positive
     * @throws RejectedExecutionException after shutdown
     */
    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return this.<@Nullable Object>scheduleNanos(
                new RunnableAsCallable(command), unit.toNanos(initialDelay), positiveNanos("period", period, unit));
    }

    /**
     * As {@link #scheduleAtFixedRate}, but with a delay from the end of a run to the beginning of the next.
     *
     * @throws IllegalArgumentException if the delay is not positive
     * @throws RejectedExecutionException after shutdown
     */
    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return this.<@Nullable Object>scheduleNanos(
                new RunnableAsCallable(command), unit.toNanos(initialDelay), -positiveNanos("delay", delay, unit));
    }

    /** As {@link java.util.concurrent.Executors#callable}, but it is called by the task. */
    private record RunnableAsCallable(Runnable wrappedTask) implements Callable<@Nullable Object>, TaskWrapper {

        RunnableAsCallable {
            Objects.requireNonNull(wrappedTask, "command");
        }

        @Override
        public @Nullable Object call() {
            wrappedTask.run();
            return null;
        }
    }

    private static long positiveNanos(String what, long value, TimeUnit unit) {
        if (value <= 0) {
            throw new IllegalArgumentException(what + " must be positive, but was " + value);
        }
        return unit.toNanos(value);
    }
}
