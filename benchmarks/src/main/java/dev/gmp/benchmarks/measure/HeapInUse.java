package dev.gmp.benchmarks.measure;

/** What lives on the heap. */
final class HeapInUse {
    private HeapInUse() {}

    /** Bytes after a collection; after two, since the first only clears what the second can free. */
    static long bytes() {
        System.gc();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
