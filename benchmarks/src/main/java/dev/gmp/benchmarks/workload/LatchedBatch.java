package dev.gmp.benchmarks.workload;

import java.util.concurrent.CountDownLatch;

/** A batch that is over when each of its parts has said so. */
public abstract class LatchedBatch implements Batch {
    private final long expected;
    private final int parts;
    private final CountDownLatch left;

    protected LatchedBatch(long expectedExecutions, int parts) {
        this.expected = expectedExecutions;
        this.parts = parts;
        this.left = new CountDownLatch(parts);
    }

    /** Hands the work in. */
    protected abstract void begin();

    /** Called once by each part, at its end. */
    protected final void partEnds() {
        left.countDown();
    }

    @Override
    public void run() {
        begin();
        await();
    }

    /** Returns when all parts have ended. @throws IllegalStateException after a minute */
    public final void await() {
        Completion.await(left, this::executions, expected);
    }

    @Override
    public final long expectedExecutions() {
        return expected;
    }

    /** Where a part is an execution. */
    @Override
    public long executions() {
        return parts - left.getCount();
    }
}
