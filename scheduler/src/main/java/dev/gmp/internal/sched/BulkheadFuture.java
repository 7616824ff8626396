package dev.gmp.internal.sched;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** A future that leaves a bulkhead's queue at once when it is cancelled there. */
public final class BulkheadFuture<V extends @Nullable Object> extends FutureTask<V> {

    private volatile @Nullable BulkheadTask place;

    public BulkheadFuture(Callable<V> callable) {
        super(callable);
    }

    /** Before it is submitted. */
    void waitAt(BulkheadTask submitted) {
        place = submitted;
    }

    @Override
    protected void done() {
        BulkheadTask waiting = place;
        if (waiting != null && isCancelled()) {
            waiting.leave();
        }
    }
}
