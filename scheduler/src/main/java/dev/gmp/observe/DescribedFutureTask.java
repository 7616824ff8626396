package dev.gmp.observe;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A {@link FutureTask} that tells the class of its task, also after its end. A {@link GoroutineExit} cancels it; a
 * plain {@link FutureTask} fails with it.
 *
 * @since 0.1
 */
public class DescribedFutureTask<V extends @Nullable Object> extends FutureTask<V> implements DescribedTask {

    private final Class<?> taskClass;

    /** Published by the cancellation. */
    private boolean exited;

    /** Makes a future of the given task. */
    public DescribedFutureTask(Callable<V> task) {
        super(task);
        taskClass = DescribedTask.classOf(task);
    }

    /** Makes a future of the given task, with the given result. */
    public DescribedFutureTask(Runnable task, V result) {
        super(task, result);
        taskClass = DescribedTask.classOf(task);
    }

    @Override
    public final Class<?> taskClass() {
        return taskClass;
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
            exited = true;
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
        return exited ? new CancellationException("the task has ended itself, by Goroutines.exit()") : withoutReason;
    }
}
