package dev.gmp.benchmarks.workload;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

/** The tree of {@link ForkTree} on goroutines, where each parent waits for its children and adds up their leaves. */
public final class ForkTreeJoin implements Batch {
    private static final int FAN_OUT = 10;

    private final ThreadFactory threads;
    private final int leaves;
    private final CountDownLatch complete = new CountDownLatch(1);
    private volatile long counted;

    /** @param leaves a power of ten */
    public ForkTreeJoin(ThreadFactory threads, int leaves) {
        ForkTree.requirePowerOfFanOut(leaves);
        this.threads = threads;
        this.leaves = leaves;
    }

    @Override
    public void run() {
        Node root = new Node(leaves);
        threads.newThread(() -> {
                    root.run();
                    counted = root.sum;
                    complete.countDown();
                })
                .start();
        Completion.await(complete, this::executions, leaves);
    }

    /** Counts leaves, which is what the figures are divided by; the nodes above them add a ninth. */
    @Override
    public long expectedExecutions() {
        return leaves;
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
