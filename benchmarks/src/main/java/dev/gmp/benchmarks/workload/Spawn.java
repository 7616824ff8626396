package dev.gmp.benchmarks.workload;

import java.util.concurrent.ThreadFactory;

/** One goroutine makes and starts many that do nothing: what it costs to make, start and end one. */
public final class Spawn implements Batch {
    private final ThreadFactory threads;
    private final CompletionCounter ended;

    public Spawn(ThreadFactory threads, int goroutines) {
        this.threads = threads;
        this.ended = new CompletionCounter(goroutines);
    }

    @Override
    public void run() {
        threads.newThread(this::spawn).start();
        ended.await();
    }

    private void spawn() {
        Runnable body = ended::increment;
        for (long i = ended.expected(); i > 0; i--) {
            threads.newThread(body).start();
        }
    }

    @Override
    public long expectedExecutions() {
        return ended.expected();
    }

    @Override
    public long executions() {
        return ended.count();
    }
}
