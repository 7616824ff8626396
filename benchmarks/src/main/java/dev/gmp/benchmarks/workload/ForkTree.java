package dev.gmp.benchmarks.workload;

import java.util.concurrent.Executor;

/**
 * A tree of tasks with ten children each, down to the leaves: the "skynet" benchmark. Children are handed in by their
 * parent's task; nothing joins them, the leaves alone are counted.
 */
public final class ForkTree implements Batch {
    private static final int FAN_OUT = 10;

    private final Executor executor;
    private final CompletionCounter leaves;

    /** @param leaves a power of ten */
    public ForkTree(Executor executor, int leaves) {
        requirePowerOfFanOut(leaves);
        this.executor = executor;
        this.leaves = new CompletionCounter(leaves);
    }

    static void requirePowerOfFanOut(int leaves) {
        if (leaves != (int) Math.pow(FAN_OUT, Math.rint(Math.log10(leaves)))) {
            throw new IllegalArgumentException("leaves: " + leaves + ", must be a power of " + FAN_OUT);
        }
    }

    @Override
    public void run() {
        executor.execute(new Node((int) leaves.expected()));
        leaves.await();
    }

    /** Counts leaves, which is what the figures are divided by; the nodes above them add a ninth. */
    @Override
    public long expectedExecutions() {
        return leaves.expected();
    }

    @Override
    public long executions() {
        return leaves.count();
    }

    private final class Node implements Runnable {
        private final int leavesBelow;

        Node(int leavesBelow) {
            this.leavesBelow = leavesBelow;
        }

        @Override
        public void run() {
            if (leavesBelow == 1) {
                leaves.increment();
                return;
            }
            for (int child = 0; child < FAN_OUT; child++) {
                executor.execute(new Node(leavesBelow / FAN_OUT));
            }
        }
    }
}
