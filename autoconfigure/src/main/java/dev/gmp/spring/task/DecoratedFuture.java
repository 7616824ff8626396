package dev.gmp.spring.task;

import dev.gmp.observe.TaskWrapper;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What decorators made of a future, still recognisable as one: a queued task that is discarded is cancelled if it is a
 * future, so that no thread waits for one that never runs.
 */
final class DecoratedFuture implements RunnableFuture<@Nullable Object>, TaskWrapper {

    private final Future<?> future;
    private final Runnable decorated;

    DecoratedFuture(Future<?> future, Runnable decorated) {
        this.future = future;
        this.decorated = decorated;
    }

    @Override
    public void run() {
        decorated.run();
    }

    @Override
    public Future<?> wrappedTask() {
        return future;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return future.cancel(mayInterruptIfRunning);
    }

    @Override
    public boolean isCancelled() {
        return future.isCancelled();
    }

    @Override
    public boolean isDone() {
        return future.isDone();
    }

    @Override
    public @Nullable Object get() throws InterruptedException, ExecutionException {
        return future.get();
    }

    @Override
    public @Nullable Object get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(timeout, unit);
    }

    @Override
    public String toString() {
        return decorated.toString();
    }
}
