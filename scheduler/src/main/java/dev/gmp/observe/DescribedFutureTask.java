package dev.gmp.observe;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A {@link FutureTask} that tells the class and the kind of its task, also after its end. A {@link GoroutineExit} cancels it; a
 * plain {@link FutureTask} fails with it.
 *
 * @since 0.1
 */
public class DescribedFutureTask<V extends @Nullable Object> extends FutureTask<V> implements DescribedTask {

    /** As {@link DescribedTask#descriptionOf} makes it. One field for class and kind: each future would pay for another. */
    private final Object description;

    /** Stands in the place of the runner once the task has ended itself. */
    private static final Object EXITED = new Object();

    /**
     * The thread that runs the task, {@link #EXITED}, or null. One field for both: each future would pay for another. Its end is
     * published by the cancellation. Observers read it racily.
     */
    private @Nullable Object runner;

    /** Makes a future of the given task. */
    public DescribedFutureTask(Callable<V> task) {
        super(task);
        description = DescribedTask.descriptionOf(task);
    }

    /** Makes a future of the given task, with the given result. */
    public DescribedFutureTask(Runnable task, V result) {
        super(task, result);
        description = DescribedTask.descriptionOf(task);
    }

    @Override
    public final Class<?> taskClass() {
        return description instanceof Class<?> known ? known : DescribedTask.classOf(description);
    }

    /**
     * What the task called its kind when the future was made.
     *
     * @since 0.2.0
     */
    @Override
    public final @Nullable String taskKind() {
        return DescribedTask.kindOf(description);
    }

    /**
     * The thread that runs the task now, or null. For observers: the task may have ended by then.
     *
     * @since 0.2.0
     */
    public final @Nullable Thread runner() {
        return runner instanceof Thread thread ? thread : null;
    }

    @Override
    public void run() {
        begin();
        try {
            super.run();
        } finally {
            end();
        }
    }

    @Override
    protected boolean runAndReset() {
        begin();
        try {
            return super.runAndReset();
        } finally {
            end();
        }
    }

    private void begin() {
        if (runner == null && !isDone()) {
            runner = Thread.currentThread();
        }
    }

    private void end() {
        if (runner == Thread.currentThread()) {
            runner = null;
        }
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        try {
            return super.get();
        } catch (CancellationException e) {
            throw cancellation(e);
        }
    }

    @Override
    public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return super.get(timeout, unit);
        } catch (CancellationException e) {
            throw cancellation(e);
        }
    }

    @Override
    protected void setException(Throwable failure) {
        if (failure instanceof GoroutineExit) {
            runner = EXITED;
            cancel(false);
        } else {
            super.setException(failure);
        }
    }

    /** The exception that {@code get} throws for a cancelled future. */
    protected final CancellationException cancellation() {
        return cancellation(new CancellationException());
    }

    private CancellationException cancellation(CancellationException withoutReason) {
        return runner == EXITED
                ? new CancellationException("the task has ended itself, by Goroutines.exit()")
                : withoutReason;
    }
}
