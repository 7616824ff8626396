package dev.gmp.spring.task;

import dev.gmp.Bulkhead;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** When it is cancelled while it waits, what became of it by decoration leaves the bulkhead's queue. */
class LeavingFuture<V extends @Nullable Object> extends CountedFuture<V> {

    private final @Nullable Bulkhead bulkhead;
    private volatile @Nullable Runnable submitted;

    /** @param bulkhead whose queue it may wait in; null for none */
    LeavingFuture(Callable<V> callable, @Nullable Bulkhead bulkhead) {
        super(callable);
        this.bulkhead = bulkhead;
    }

    LeavingFuture(Runnable runnable, V value, @Nullable Bulkhead bulkhead) {
        super(runnable, value);
        this.bulkhead = bulkhead;
    }

    /** Before it is submitted. */
    final void becomes(Runnable decorated) {
        submitted = decorated;
    }

    @Override
    protected void done() {
        Runnable waiting = submitted;
        if (bulkhead != null && waiting != null && isCancelled()) {
            bulkhead.remove(waiting);
        }
    }
}
