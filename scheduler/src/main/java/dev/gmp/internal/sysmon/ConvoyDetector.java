package dev.gmp.internal.sysmon;

import java.util.Arrays;

/**
 * Whether the slices that have begun lately were mostly longer than they should. Where each of them is long with the same
 * chance of one in ten, whatever came before, that happens once in 14 million of them. Used by sysmon alone.
 */
public final class ConvoyDetector {

    /** The last long slices, which are reckoned with. */
    static final int COUNT = 12;

    /** With so many begun since the first of these they are a convoy still: goroutines that were let pass run between them. */
    private static final int AMONG = 20;

    private final long[] slicesBefore = new long[COUNT];
    private int next;

    ConvoyDetector() {
        Arrays.fill(slicesBefore, Long.MIN_VALUE / 2); // none has been long
    }

    /** @param slices begun so far, when one turned out to be long */
    void add(long slices) {
        slicesBefore[next] = slices;
        next = (next + 1) % COUNT;
    }

    /** @param slices begun so far */
    boolean areMost(long slices) {
        return slices - slicesBefore[next] <= AMONG;
    }
}
