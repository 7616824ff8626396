package dev.gmp.spring.task;

import dev.gmp.Bulkhead;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A task that completes a {@link CompletableFuture}. To discard it is to cancel it, and then the other is cancelled too. The
 * JDK's own, of {@code completeAsync}, would leave those threads waiting that wait for the result. When the other is completed
 * from outside, the task leaves the queue; a run that has begun goes on, as with the JDK's.
 */
final class CompletingFuture<V extends @Nullable Object> extends LeavingFuture<V> {

    private final CompletableFuture<V> outcome = new CompletableFuture<>();

    CompletingFuture(Callable<V> callable, @Nullable Bulkhead bulkhead) {
        super(callable, bulkhead);
    }

    private CompletingFuture(Runnable runnable, V value, @Nullable Bulkhead bulkhead) {
        super(runnable, value, bulkhead);
    }

    @SuppressWarnings("NullAway") // it is the only value
    static CompletingFuture<Void> of(Runnable runnable, @Nullable Bulkhead bulkhead) {
        return new CompletingFuture<>(runnable, null, bulkhead);
    }

    CompletableFuture<V> submitTo(Executor executor) {
        executor.execute(this);
        outcome.whenComplete((value, failure) -> cancel(false));
        return outcome;
    }

    @Override
    protected void set(V value) {
        super.set(value);
        outcome.complete(value);
    }

    @Override
    protected void setException(Throwable failure) {
        super.setException(failure);
        outcome.completeExceptionally(
                failure instanceof CompletionException ? failure : new CompletionException(failure));
    }

    @Override
    protected void done() {
        if (isCancelled()) {
            outcome.completeExceptionally(cancellation());
        }
        super.done();
    }
}
