package dev.gmp.internal.util;

/** How much of the heap is free. */
public final class FreeHeap {

    private FreeHeap() {}

    /** The free heap and its possible growth. Garbage that has not been collected is not free. */
    public static long bytes() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    }

    /**
     * Checks that so much is free. Collects garbage where it is not, and looks again.
     *
     * @param what needs it, for the message
     * @throws IllegalStateException with both sizes, if less is free
     */
    public static void require(long bytes, String what) {
        if (bytes() < bytes) {
            System.gc();
        }
        if (bytes() < bytes) {
            throw new IllegalStateException(
                    "%s %,d MB of free heap, but %,d MB are free".formatted(what, bytes >> 20, bytes() >> 20));
        }
    }
}
