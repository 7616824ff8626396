package dev.gmp.internal.idle;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread sleep until there is something to watch (Go: {@code sched.sysmonwait}, {@code sysmonnote}).
 *
 * <p>The sleeper announces itself, then looks whether all is still quiet, then parks. What ends the quiet does so by
 * an atomic update, then looks whether the sleeper has announced itself. One of the two sees the other.
 */
public final class Alarm {

    private volatile @Nullable Thread sleeper;

    /** Announces the calling thread. A full fence. */
    public void arm() {
        sleeper = Thread.currentThread();
    }

    public boolean isArmed() {
        return sleeper != null;
    }

    public void disarm() {
        sleeper = null;
    }

    /** Wakes the sleeper, if there is one; else the price of a read. Where the stack runs out in it, the next ring wakes. */
    public void ring() {
        Thread asleep = sleeper;
        if (asleep != null) {
            sleeper = null;
            try {
                LockSupport.unpark(asleep);
            } catch (StackOverflowError e) {
                sleeper = asleep;
                throw e;
            }
        }
    }
}
