package dev.gmp.benchmarks.workload;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts executions on many threads and opens a latch at the last one, at a few nanoseconds an execution: one counter
 * shared by all workers would cost more than the fastest schedulers do.
 *
 * <p>Each thread adds to the stripe of its own. Each {@code BATCH}th addition to a stripe is also reported to a shared
 * total. Unreported executions are at most {@code SLACK}, so from {@code total >= expected - SLACK} on the end may be
 * near, and then every execution sums all stripes.
 *
 * <p>LAST-1: some execution sees the full sum. One report is the first to make the total reach the threshold; its
 * thread sets {@code endIsNear} and then sums. If it misses an addition, that addition came after {@code endIsNear}
 * was set, so the thread that made it sums too, later. The last to sum misses none.
 */
public final class CompletionCounter {
    private static final int STRIPES = 16;
    private static final int PADDED_STRIPE = 16; // longs: two cache lines, as processors fetch them in pairs
    private static final int BATCH = 16;
    private static final int SLACK = STRIPES * (BATCH - 1);

    private final long expected;
    private final AtomicLongArray stripes = new AtomicLongArray((STRIPES + 1) * PADDED_STRIPE);
    private final AtomicLong reported = new AtomicLong();
    private final CountDownLatch complete = new CountDownLatch(1);
    private volatile boolean endIsNear;

    public CompletionCounter(long expected) {
        if (expected < 1) {
            throw new IllegalArgumentException("expected executions: " + expected + ", must be at least 1");
        }
        this.expected = expected;
        this.endIsNear = expected <= SLACK;
    }

    /** Called once by each execution, on any thread. */
    public void increment() {
        // Workers are started one after the other, so their ids fall on different stripes.
        int stripe = ((int) Thread.currentThread().getId() & (STRIPES - 1)) + 1;
        long count = stripes.incrementAndGet(stripe * PADDED_STRIPE);
        if (count % BATCH == 0 && reported.addAndGet(BATCH) >= expected - SLACK) {
            endIsNear = true;
        }
        if (endIsNear && count() >= expected) {
            complete.countDown();
        }
    }

    boolean isComplete() {
        return complete.getCount() == 0;
    }

    /** Executions so far; exact when none is running. */
    public long count() {
        long sum = 0;
        for (int stripe = 1; stripe <= STRIPES; stripe++) {
            sum += stripes.get(stripe * PADDED_STRIPE);
        }
        return sum;
    }

    public long expected() {
        return expected;
    }

    /** Returns when all expected executions have been counted. @throws IllegalStateException after a minute */
    public void await() {
        Completion.await(complete, this::count, expected);
    }
}
