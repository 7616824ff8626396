package dev.gmp.benchmarks.workload;

import java.util.concurrent.Executor;

/**
 * A tree of tasks with ten children each, down to the leaves: the "skynet" benchmark. Children are handed in by their
 * parent's task; nothing joins them, the leaves alone are counted.
 */
public final class ForkTree extends CountedBatch {
    private static final int FAN_OUT = 10;

    private final Executor executor;

    /** @param leaves a power of ten */
    public ForkTree(Executor executor, int leaves) {
        super(leaves);
        requirePowerOfFanOut(leaves);
        this.executor = executor;
    }

    static void requirePowerOfFanOut(int leaves) {
        if (leaves != (int) Math.pow(FAN_OUT, Math.rint(Math.log10(leaves)))) {
            throw new IllegalArgumentException("leaves: " + leaves + ", must be a power of " + FAN_OUT);
        }
    }

    @Override
    void begin() {
        executor.execute(new Node((int) counter.expected()));
    }

    private final class Node implements Runnable {
        private final int leavesBelow;

        Node(int leavesBelow) {
            this.leavesBelow = leavesBelow;
        }

        @Override
        public void run() {
            if (leavesBelow == 1) {
                counter.increment();
                return;
            }
            for (int child = 0; child < FAN_OUT; child++) {
                executor.execute(new Node(leavesBelow / FAN_OUT));
            }
        }
    }
}
