package dev.gmp.internal.runq;

/**
 * A lower bound of how long the element at a queue's head has waited, without a stamp on each element. A mark says that
 * all elements before a position were there at a time. The earliest mark that the head has not passed gives the bound.
 * Positions wrap. Not thread-safe.
 */
public final class QueueAge {

    /** Every second one is dropped when they are used up: what waits for very long is measured more coarsely. */
    private static final int MOST_MARKS = 32;

    private final int[] positions = new int[MOST_MARKS];
    private final long[] times = new long[MOST_MARKS];
    private int marks;

    /**
     * Marks the tail.
     *
     * @param added elements ever added
     * @param taken elements ever taken
     */
    public void mark(int added, int taken, long now) {
        forgetUntil(taken);
        if (added - taken <= 0 || (marks > 0 && added - positions[marks - 1] <= 0)) {
            return;
        }
        if (marks == MOST_MARKS) {
            dropEverySecond();
        }
        positions[marks] = added;
        times[marks] = now;
        marks++;
    }

    /** For a queue that is another one now. */
    public void clear() {
        marks = 0;
    }

    /** @return nanoseconds, zero when nothing waits that has been marked */
    public long age(int taken, long now) {
        forgetUntil(taken);
        return marks == 0 ? 0 : Math.max(0, now - times[0]);
    }

    private void forgetUntil(int taken) {
        int passed = 0;
        while (passed < marks && positions[passed] - taken <= 0) {
            passed++;
        }
        if (passed > 0) {
            System.arraycopy(positions, passed, positions, 0, marks - passed);
            System.arraycopy(times, passed, times, 0, marks - passed);
            marks -= passed;
        }
    }

    /** Keeps the first. What stood between two marks then counts from the later one: never older than it is. */
    private void dropEverySecond() {
        for (int i = 0; i < MOST_MARKS / 2; i++) {
            positions[i] = positions[2 * i];
            times[i] = times[2 * i];
        }
        marks = MOST_MARKS / 2;
    }
}
