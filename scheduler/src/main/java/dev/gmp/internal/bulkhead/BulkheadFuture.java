package dev.gmp.internal.bulkhead;

import dev.gmp.internal.spawn.CountedFuture;
import dev.gmp.internal.util.StackReserve;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A future that leaves a bulkhead's queue at once when it is cancelled there. */
public class BulkheadFuture<V extends @Nullable Object> extends CountedFuture<V> {

    private volatile @Nullable BulkheadTask waiter;

    public BulkheadFuture(Callable<V> callable) {
        super(callable);
    }

    public BulkheadFuture(Runnable runnable, V value) {
        super(runnable, value);
    }

    /** Before it is submitted. */
    void waitAt(BulkheadTask submitted) {
        waiter = submitted;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        StackReserve.ensure();
        return super.cancel(mayInterruptIfRunning);
    }

    @Override
    protected void done() {
        BulkheadTask waiting = waiter;
        waiter = null; // what keeps a future shall not keep a bulkhead
        if (waiting != null && isCancelled()) {
            waiting.leave();
        }
    }
}
