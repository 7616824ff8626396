package dev.gmp.internal.sched;

import java.util.Arrays;

/** Whether the slices that have begun lately were mostly longer than they should. Used by sysmon alone. */
final class LongSlices {

    /** Long slices that are looked at, the last ones. */
    private static final int COUNT = 4;

    /** So many slices to each long one are still a row of long ones: who is let pass runs between them. */
    private static final int SLICES_EACH = 4;

    private final long[] slicesBefore = new long[COUNT];
    private int next;

    LongSlices() {
        Arrays.fill(slicesBefore, Long.MIN_VALUE / 2); // none has been long
    }

    /** @param slices begun so far, when one turned out to be long */
    void add(long slices) {
        slicesBefore[next] = slices;
        next = (next + 1) % COUNT;
    }

    /** @param slices begun so far */
    boolean areMost(long slices) {
        return slices - slicesBefore[next] <= COUNT * SLICES_EACH;
    }
}
