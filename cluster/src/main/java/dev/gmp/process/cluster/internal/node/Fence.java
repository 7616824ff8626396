package dev.gmp.process.cluster.internal.node;

import java.time.Duration;

/**
 * Keeps a node that stood still from running keys that others may own by now. A tick says several times a second that the
 * node runs. If two ticks were apart for longer than the limit, the fence is closed until {@link #open}.
 *
 * <p>The limit is shorter than the time in which other nodes can take shards over. So a step that is checked right after a
 * pause finds the last tick too old, even before the next tick comes.
 *
 * <p>FENCE-1: what opens the fence was asked after the last pause. Each pause begins an episode, which is named in the
 * questions and answers about it. A pause between a tick and {@link #open} shows in the age of that tick.
 */
final class Fence {

    private final long limitNanos;

    /** Written after {@link #closed} by a tick that finds a pause, and read before it. */
    private volatile long lastTick = System.nanoTime();

    private volatile boolean closed;

    /** Guarded by this. */
    private int episode;

    Fence(Duration limit) {
        limitNanos = limit.toNanos();
    }

    boolean isClosed() {
        long last = lastTick;
        return closed || System.nanoTime() - last > limitNanos;
    }

    /** Returns whether the fence is closed. By one thread at a time. */
    boolean tick() {
        return tick(System.nanoTime());
    }

    synchronized boolean tick(long now) {
        if (now - lastTick > limitNanos) {
            close();
        }
        lastTick = now;
        return closed;
    }

    /** As after a pause. */
    synchronized void close() {
        episode++;
        closed = true;
    }

    /** The number of the last pause. */
    synchronized int episode() {
        return episode;
    }

    /** After the membership was confirmed, if no other pause came since. */
    synchronized void open(int confirmedEpisode) {
        if (confirmedEpisode == episode) {
            closed = false;
        }
    }
}
