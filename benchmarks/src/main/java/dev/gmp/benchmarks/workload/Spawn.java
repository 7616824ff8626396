package dev.gmp.benchmarks.workload;

import java.util.concurrent.ThreadFactory;

/** One goroutine makes and starts many that do nothing: what it costs to make, start and end one. */
public final class Spawn extends CountedBatch {
    private final ThreadFactory threads;

    public Spawn(ThreadFactory threads, int goroutines) {
        super(goroutines);
        this.threads = threads;
    }

    @Override
    void begin() {
        threads.newThread(this::spawn).start();
    }

    private void spawn() {
        Runnable body = counter::increment;
        for (long i = counter.expected(); i > 0; i--) {
            threads.newThread(body).start();
        }
    }
}
