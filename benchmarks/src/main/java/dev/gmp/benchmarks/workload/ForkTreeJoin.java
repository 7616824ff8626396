package dev.gmp.benchmarks.workload;

import java.util.concurrent.ThreadFactory;

/** The tree of {@link ForkTree} on goroutines, where each parent waits for its children and adds up their leaves. */
public final class ForkTreeJoin extends LatchedBatch {
    private static final int FAN_OUT = 10;

    private final ThreadFactory threads;
    private final int leaves;
    private volatile long counted;

    /** @param leaves a power of ten; what is counted, and the figures are divided by, without the ninth of nodes above them */
    public ForkTreeJoin(ThreadFactory threads, int leaves) {
        super(leaves, 1);
        ForkTree.requirePowerOfFanOut(leaves);
        this.threads = threads;
        this.leaves = leaves;
    }

    @Override
    protected void begin() {
        Node root = new Node(leaves);
        threads.newThread(() -> {
                    root.run();
                    counted = root.sum;
                    partEnds();
                })
                .start();
    }

    @Override
    public long executions() {
        return counted;
    }

    private final class Node implements Runnable {
        private final int leavesBelow;

        /** Written before the thread ends, read after it was joined. */
        private long sum;

        Node(int leavesBelow) {
            this.leavesBelow = leavesBelow;
        }

        @Override
        public void run() {
            if (leavesBelow == 1) {
                sum = 1;
                return;
            }
            Node[] children = new Node[FAN_OUT];
            Thread[] running = new Thread[FAN_OUT];
            for (int child = 0; child < FAN_OUT; child++) {
                children[child] = new Node(leavesBelow / FAN_OUT);
                running[child] = threads.newThread(children[child]);
                running[child].start();
            }
            for (int child = 0; child < FAN_OUT; child++) {
                join(running[child]);
                sum += children[child].sum;
            }
        }

        private static void join(Thread child) {
            try {
                child.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("unexpected interrupt of a node", e);
            }
        }
    }
}
