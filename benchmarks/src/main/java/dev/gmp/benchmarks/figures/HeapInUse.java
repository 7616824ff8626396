package dev.gmp.benchmarks.figures;

/** What lives on the heap. */
public final class HeapInUse {
    private HeapInUse() {}

    /** Bytes after a collection; after two, since the first only clears what the second can free. */
    public static long bytes() {
        System.gc();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
