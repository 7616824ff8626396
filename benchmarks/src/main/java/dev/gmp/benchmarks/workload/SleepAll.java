package dev.gmp.benchmarks.workload;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/** One goroutine starts many that sleep: all timers are pending together, and then all are due together. */
public final class SleepAll implements Batch {
    private final ThreadFactory threads;
    private final long millis;
    private final CompletionCounter woken;

    public SleepAll(ThreadFactory threads, int goroutines, Duration sleep) {
        this.threads = threads;
        this.millis = sleep.toMillis();
        this.woken = new CompletionCounter(goroutines);
    }

    @Override
    public void run() {
        threads.newThread(this::spawn).start();
        woken.await();
    }

    private void spawn() {
        for (long i = woken.expected(); i > 0; i--) {
            threads.newThread(this::sleep).start();
        }
    }

    private void sleep() {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts a sleeper", e);
        }
        woken.increment();
    }

    @Override
    public long expectedExecutions() {
        return woken.expected();
    }

    @Override
    public long executions() {
        return woken.count();
    }
}
