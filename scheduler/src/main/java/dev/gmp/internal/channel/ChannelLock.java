package dev.gmp.internal.channel;

import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.SpinYield;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The lock of a channel, in the channel itself: a lock of its own would make each channel a half larger. It is held for a few loads
 * and stores, and whatever waits for it spins. Nothing parks, throws or calls the scheduler under it.
 */
abstract class ChannelLock {

    private static final AtomicLong LAST_ORDER = new AtomicLong();
    private static final VarHandle LOCK = FieldHandles.find(MethodHandles.lookup(), "lock", int.class);
    private static final VarHandle ORDER = FieldHandles.find(MethodHandles.lookup(), "order", long.class);

    /** In which order selects lock channels; 0 before one asks. */
    private volatile long order;

    private volatile int lock;

    /** A number of its own. A select that holds several locks has taken the lower ones first. */
    final long order() {
        if (order == 0) {
            ORDER.compareAndSet(this, 0L, LAST_ORDER.incrementAndGet());
        }
        return order;
    }

    final void lock() {
        if (!LOCK.compareAndSet(this, 0, 1)) {
            lockSlow();
        }
    }

    final void unlock() {
        LOCK.setRelease(this, 0);
    }

    private void lockSlow() {
        int spins = 0;
        do {
            SpinYield.pause(spins++);
        } while (lock != 0 || !LOCK.compareAndSet(this, 0, 1));
    }
}
