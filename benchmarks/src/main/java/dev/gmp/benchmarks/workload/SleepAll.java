package dev.gmp.benchmarks.workload;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/** One goroutine starts many that sleep: all timers are pending together, and then all are due together. */
public final class SleepAll extends CountedBatch {
    public static final Sleep THREAD_SLEEP = duration -> Thread.sleep(duration.toMillis());

    private final ThreadFactory threads;
    private final Duration duration;
    private final Sleep sleep;

    @FunctionalInterface
    public interface Sleep {
        void sleep(Duration duration) throws InterruptedException;
    }

    public SleepAll(ThreadFactory threads, int goroutines, Duration duration, Sleep sleep) {
        super(goroutines);
        this.threads = threads;
        this.duration = duration;
        this.sleep = sleep;
    }

    @Override
    void begin() {
        threads.newThread(this::spawn).start();
    }

    private void spawn() {
        for (long i = counter.expected(); i > 0; i--) {
            threads.newThread(this::sleep).start();
        }
    }

    private void sleep() {
        try {
            sleep.sleep(duration);
        } catch (InterruptedException e) {
            throw new IllegalStateException("unexpected interrupt of a sleeper", e);
        }
        counter.increment();
    }
}
