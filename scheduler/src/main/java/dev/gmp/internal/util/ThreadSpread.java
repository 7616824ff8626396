package dev.gmp.internal.util;

/**
 * Spreads threads over slots by their ids, which follow each other: multiplied by 2^64 through the golden ratio, the upper
 * bits of neighbours are far apart (Fibonacci hashing).
 */
public final class ThreadSpread {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private ThreadSpread() {}

    /** The shift for a number of slots, which is a power of two above one. */
    public static int shift(int slots) {
        return Long.SIZE - Integer.numberOfTrailingZeros(slots);
    }

    /** The slot among any number of slots: the upper half of the hash as a fraction. */
    public static int among(long threadId, int slots) {
        return (int) (((threadId * GOLDEN) >>> Integer.SIZE) * slots >>> Integer.SIZE);
    }

    /** @param shift as {@link #shift} gives it */
    public static int slot(long threadId, int shift) {
        return (int) ((threadId * GOLDEN) >>> shift);
    }
}
