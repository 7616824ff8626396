package dev.gmp.process.testkit;

/** What lives on the heap. */
public final class Heap {

    private Heap() {}

    /** Bytes in use after collections that found nothing more. */
    public static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
