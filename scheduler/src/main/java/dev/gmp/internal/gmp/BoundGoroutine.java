package dev.gmp.internal.gmp;

import org.jspecify.annotations.Nullable;

/**
 * A goroutine whose stack is that of a machine without a processor, and which waits for its turn in a run queue. The
 * machine that takes it gives its processor to that machine (Go: startlockedm).
 */
public final class BoundGoroutine extends Goroutine {

    private final Machine machine;

    public BoundGoroutine(Machine machine) {
        this.machine = machine;
    }

    public Machine machine() {
        return machine;
    }

    @Override
    public boolean isFresh() {
        return false;
    }

    @Override
    public @Nullable Runnable task() {
        return null;
    }
}
