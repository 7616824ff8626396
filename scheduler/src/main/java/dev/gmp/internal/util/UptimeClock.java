package dev.gmp.internal.util;

/** The clock of one scheduler: time since it was built. Thread-safe. */
public final class UptimeClock {

    /** Microseconds by which a later reading may seem earlier: a stamp is moved by one where it would be 0. */
    private static final int SLACK_MICROS = 1_000_000;

    private final long startNanos = System.nanoTime();

    public long nanos() {
        return System.nanoTime() - startNanos;
    }

    /** The clock of ready stamps: microseconds since the start, wrapping after 71 minutes. */
    public int micros() {
        return microsAt(nanos());
    }

    /** The value of {@link #micros} after the given nanoseconds. */
    public static int microsAt(long nanos) {
        return (int) (nanos / 1_000);
    }

    /** How many microseconds later the second reading is than the first, if that is less than 71 minutes. */
    public static long microsBetween(int first, int second) {
        int passed = second - first;
        return passed < 0 && passed >= -SLACK_MICROS ? 0 : Integer.toUnsignedLong(passed);
    }
}
