package dev.gmp.benchmarks.workload;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/** One goroutine starts many that sleep: all timers are pending together, and then all are due together. */
public final class SleepAll implements Batch {
    /** {@link Thread#sleep(long)}. */
    public static final Sleep THREAD_SLEEP = duration -> Thread.sleep(duration.toMillis());

    private final ThreadFactory threads;
    private final Duration duration;
    private final Sleep sleep;
    private final CompletionCounter woken;

    /** A way to sleep. */
    @FunctionalInterface
    public interface Sleep {
        void sleep(Duration duration) throws InterruptedException;
    }

    public SleepAll(ThreadFactory threads, int goroutines, Duration duration, Sleep sleep) {
        this.threads = threads;
        this.duration = duration;
        this.sleep = sleep;
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
            sleep.sleep(duration);
        } catch (InterruptedException e) {
            throw new IllegalStateException("unexpected interrupt of a sleeper", e);
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
