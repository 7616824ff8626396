package dev.gmp.internal.util;

/** A clock of microseconds in an {@code int}, which wraps after 71 minutes. */
public final class WrappingMicros {

    /** So much earlier a later reading may seem: a stamp is moved by one where it would be 0. */
    private static final int SLACK = 1_000_000;

    private WrappingMicros() {}

    /** What the clock shows after so many nanoseconds. */
    public static int at(long nanos) {
        return (int) (nanos / 1_000);
    }

    /** How much later the second reading is than the first, if that is less than 71 minutes. */
    public static long between(int first, int second) {
        int passed = second - first;
        return passed < 0 && passed >= -SLACK ? 0 : Integer.toUnsignedLong(passed);
    }
}
