package dev.gmp.benchmarks.figures;

/** What a fraction of the values did not exceed. */
public final class Percentile {
    private Percentile() {}

    /**
     * By nearest rank.
     *
     * @param ascending at least one
     * @param fraction 0 to 1
     */
    public static long of(long[] ascending, double fraction) {
        int rank = (int) Math.ceil(fraction * ascending.length);
        return ascending[Math.max(rank, 1) - 1];
    }
}
