package dev.gmp.internal.util;

/** How much of the heap is free. */
public final class FreeHeap {

    private FreeHeap() {}

    /** The free heap and its possible growth. Garbage that has not been collected is not free. */
    public static long bytes() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    }

    /** Whether so much is free. Collects garbage where it is not, and looks again. */
    public static boolean holds(long bytes) {
        if (bytes() < bytes) {
            System.gc();
        }
        return bytes() >= bytes;
    }
}
