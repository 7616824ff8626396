package dev.gmp.internal.util;

/**
 * Spreads threads over slots by their ids, which follow each other: multiplied by 2^64 through the golden ratio, the upper
 * bits of neighbours are far apart (Fibonacci hashing).
 */
public final class ThreadSpread {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private ThreadSpread() {}

    /** What to shift by for so many slots, a power of two, and more than one. */
    public static int shift(int slots) {
        return Long.SIZE - Integer.numberOfTrailingZeros(slots);
    }

    /** One of so many slots, any number of them: the upper half of the hash as a fraction. */
    public static int among(long threadId, int slots) {
        return (int) (((threadId * GOLDEN) >>> Integer.SIZE) * slots >>> Integer.SIZE);
    }

    /** @param shift as {@link #shift} gives it */
    public static int slot(long threadId, int shift) {
        return (int) ((threadId * GOLDEN) >>> shift);
    }
}
