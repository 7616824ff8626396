package dev.gmp.internal.gmp;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A goroutine whose stack is that of a machine without a processor, and which waits for its turn in a run queue. The
 * machine that takes it gives its processor to that machine (Go: startlockedm).
 */
public final class BoundGoroutine extends Goroutine {

    private final Machine machine;
    private final AtomicBoolean claimed = new AtomicBoolean();

    public BoundGoroutine(Machine machine) {
        this.machine = machine;
    }

    public Machine machine() {
        return machine;
    }

    /**
     * Decides which ends the wait: the machine that brings a processor, or the waiting one that has found an idle one itself.
     *
     * @return false when the other one has; the goroutine in the queue means nothing then
     */
    public boolean tryClaim() {
        return claimed.compareAndSet(false, true);
    }

    /** Whether the wait is over, and the goroutine in the queue means nothing. */
    public boolean isClaimed() {
        return claimed.get();
    }

    @Override
    public boolean isFresh() {
        return false;
    }

    @Override
    public boolean isFirstRun() {
        return false;
    }

    @Override
    public @Nullable Class<?> taskClass() {
        return null;
    }
}
