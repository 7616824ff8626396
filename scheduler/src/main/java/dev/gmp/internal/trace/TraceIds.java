package dev.gmp.internal.trace;

import dev.gmp.internal.label.Labels;
import org.jspecify.annotations.Nullable;

/**
 * The trace and the span that a goroutine works for, as numbers. They stand in two labels, in hexadecimal digits; the Spring
 * Boot starter sets them.
 *
 * @param span 0 for none
 */
record TraceIds(long high, long low, long span) {

    private static final int DIGITS = 16;

    /** How many bits of a word are left for the next number. */
    private static final int REST = 8;

    /** Null where the labels have no trace of 16 or 32 digits. */
    static @Nullable TraceIds of(@Nullable Labels labels) {
        String trace = labels == null ? null : labels.get(Labels.TRACE_ID);
        String span = labels == null ? null : labels.get(Labels.SPAN_ID);
        if (trace == null || !isHex(trace) || trace.length() != DIGITS && trace.length() != 2 * DIGITS) {
            return null;
        }
        int middle = trace.length() - DIGITS;
        return new TraceIds(
                middle == 0 ? 0 : Long.parseUnsignedLong(trace, 0, middle, DIGITS),
                Long.parseUnsignedLong(trace, middle, trace.length(), DIGITS),
                span != null && span.length() == DIGITS && isHex(span) ? Long.parseUnsignedLong(span, DIGITS) : 0);
    }

    private static boolean isHex(String text) {
        return text.chars().allMatch(digit -> digit < 0x80 && Character.digit(digit, DIGITS) >= 0);
    }

    /** The same as labels. */
    @Nullable
    Labels labels() {
        Labels trace = Labels.with(null, Labels.TRACE_ID, "%016x%016x".formatted(high, low));
        return span == 0 ? trace : Labels.with(trace, Labels.SPAN_ID, "%016x".formatted(span));
    }

    // 128 bits in a name's place and two words of a ring. The span's 64 take the place of the upper half.

    static int firstBits(long high) {
        return (int) (high >>> Long.SIZE - Short.SIZE);
    }

    static long middleBits(long high, long low) {
        return high << REST | low >>> Long.SIZE - REST;
    }

    static long highOf(int first, long middle) {
        return (long) first << Long.SIZE - Short.SIZE | (middle & EventRing.PAYLOAD) >>> REST;
    }

    static long lowOf(long middle, long last) {
        return middle << Long.SIZE - REST | last & EventRing.PAYLOAD;
    }
}
