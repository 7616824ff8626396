package dev.gmp.internal.idle;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * When the monitor's next tick is, so that it can be called earlier.
 *
 * <p>The sleeper announces its time, then reads what it waits for once more, then parks. A caller writes that, fences, and
 * reads the time. One of the two sees the other.
 */
public final class NextTick {

    private volatile @Nullable Thread sleeper;
    private volatile long at;

    /** The calling thread is about to sleep until a time. A full fence. */
    public void announce(long time) {
        at = time;
        sleeper = Thread.currentThread();
    }

    /** The sleeper is awake. */
    public void begin() {
        sleeper = null;
    }

    /** Wakes the sleeper if it would sleep past a time; else the price of a read or two. */
    public void callBefore(long time) {
        Thread asleep = sleeper;
        if (asleep != null && at > time) {
            LockSupport.unpark(asleep);
        }
    }
}
