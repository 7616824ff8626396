package dev.gmp.internal.util;

import java.util.concurrent.ForkJoinPool;

/**
 * Waits for a thread that needs a few instructions more, and may have been taken off its CPU. A virtual thread never calls
 * {@link Thread#yield} here: that would suspend the holder of a lock.
 */
public final class SpinYield {

    /**
     * Number of spins, of a few nanoseconds each. A holder that needs longer than microseconds is most likely off its
     * CPU.
     */
    private static final int SPINS_BEFORE_YIELD = 256;

    private static final Class<?> VIRTUAL = virtualThreadClass();

    private SpinYield() {}

    /**
     * Waits a moment.
     *
     * @param spins how often the caller has waited before, from 0
     */
    public static void pause(int spins) {
        if (spins % SPINS_BEFORE_YIELD == SPINS_BEFORE_YIELD - 1 && !VIRTUAL.isInstance(Thread.currentThread())) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /** The common supertype of virtual threads; a class that no thread has where there are none. */
    private static Class<?> virtualThreadClass() {
        try {
            return Class.forName("java.lang.BaseVirtualThread");
        } catch (ClassNotFoundException e) {
            return ForkJoinPool.class;
        }
    }
}
