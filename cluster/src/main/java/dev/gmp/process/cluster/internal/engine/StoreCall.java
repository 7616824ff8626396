package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.cluster.KeyedPid;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A call of the store of states, on a goroutine. It is over once: with its work, or with an error if it cannot begin or takes
 * too long. Then its work may go on.
 */
abstract class StoreCall implements Runnable {

    private final KeyedPid key;
    private final AtomicBoolean isOver = new AtomicBoolean();

    /** Written before the work begins. */
    private @Nullable Future<?> timer;

    StoreCall(KeyedPid key) {
        this.key = key;
    }

    abstract void work() throws Exception;

    /** @param error null after the work has returned in time */
    abstract void over(@Nullable Throwable error);

    /** Throws what {@link #over} throws. */
    final void begin(Timers timers, Duration limit) {
        try {
            timer = timers.after(limit.toNanos(), () -> expire(limit));
            timers.submit(this);
        } catch (Throwable thrown) {
            end(thrown);
        }
    }

    @Override
    public final void run() {
        if (isOver.get()) {
            return;
        }
        Throwable error = null;
        try {
            work();
        } catch (Throwable thrown) {
            error = thrown;
        }
        end(error);
    }

    private void expire(Duration limit) {
        Throwable error;
        try {
            error = new TimeoutException("The store of states has not answered for %s within %s".formatted(key, limit));
        } catch (OutOfMemoryError full) {
            error = full;
        }
        end(error);
    }

    private void end(@Nullable Throwable error) {
        if (!isOver.getAndSet(true)) {
            Future<?> set = timer;
            try {
                if (set != null) {
                    set.cancel(false);
                }
            } finally {
                over(error);
            }
        }
    }
}
