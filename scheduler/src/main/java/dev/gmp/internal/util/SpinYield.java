package dev.gmp.internal.util;

import java.util.concurrent.ForkJoinPool;

/** Whether the current thread may call {@link Thread#yield}: on a virtual thread that would suspend the holder of a lock. */
final class SpinYield {

    private static final Class<?> VIRTUAL = virtualThreadClass();

    private SpinYield() {}

    static boolean allowed() {
        return !VIRTUAL.isInstance(Thread.currentThread());
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
