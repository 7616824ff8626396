package dev.gmp.observe;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A future that can be told by its task: a plain {@link FutureTask} hides it, and forgets it at its end. It is cancelled by a
 * {@link GoroutineExit}, which a plain one takes for a failure.
 *
 * @since 0.1
 */
public class DescribedFutureTask<V extends @Nullable Object> extends FutureTask<V> implements DescribedTask {

    private final Class<?> taskClass;

    /** Published by the cancellation. */
    private boolean exited;

    /** A future of this task. */
    public DescribedFutureTask(Callable<V> task) {
        super(task);
        taskClass = DescribedTask.classOf(task);
    }

    /** A future of this task. */
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

    /** Of a future that is cancelled: what those hear that wait for it. */
    protected final CancellationException cancellation() {
        return cancellation(new CancellationException());
    }

    private CancellationException cancellation(CancellationException withoutReason) {
        return exited ? new CancellationException("the task has ended itself, by Goroutines.exit()") : withoutReason;
    }
}
