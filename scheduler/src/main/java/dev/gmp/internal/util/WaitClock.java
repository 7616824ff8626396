package dev.gmp.internal.util;

/**
 * A clock that costs a machine one read, to note since when a goroutine waits. It stands still until a thread that reads the
 * time anyway moves it on: sysmon at each tick, and a machine that has been parked. Thread-safe.
 */
public final class WaitClock {

    /** A unit of about 17 milliseconds: 31 bits of it last for a year. */
    private static final int SHIFT = 24;

    private final long start = System.nanoTime();
    private volatile int time = 1;

    /** The time, 1 or more, as it was told last. */
    public int time() {
        return time;
    }

    /** @param nanoTime now, as {@link System#nanoTime} */
    public void advance(long nanoTime) {
        int now = 1 + (int) (nanoTime - start >>> SHIFT);
        if (now - time > 0) { // seldom: a write costs every reader
            time = now;
        }
    }

    /**
     * How long ago an earlier time was, to a unit. Over many waits the sum is right on average, for a short one seldom sees
     * the clock move.
     */
    public long nanosSince(int earlier) {
        return (long) Math.max(0, time - earlier) << SHIFT;
    }
}
