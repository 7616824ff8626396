package dev.gmp.process.cluster.internal.node;

import java.time.Duration;

/**
 * Keeps a node that stood still from running keys that others may own by now. A tick says several times a second that the
 * node runs. If the ticks were apart for longer than the limit, the fence is closed until {@link #open}.
 *
 * <p>The limit is shorter than the time in which other nodes can take shards over. So a step that is checked right after a
 * pause finds the last tick too old, even before the next tick comes.
 */
final class Fence {

    private final long limitNanos;
    private volatile long lastTick = System.nanoTime();
    private volatile boolean closed;

    Fence(Duration limit) {
        limitNanos = limit.toNanos();
    }

    boolean isClosed() {
        return closed || System.nanoTime() - lastTick > limitNanos;
    }

    /** Returns whether the fence is closed. By one thread at a time. */
    boolean tick() {
        if (isClosed()) {
            closed = true;
        }
        lastTick = System.nanoTime();
        return closed;
    }

    /** For tests: as after a pause. */
    void close() {
        closed = true;
    }

    /** After the membership was confirmed. By the thread that ticks. */
    void open() {
        lastTick = System.nanoTime();
        closed = false;
    }
}
