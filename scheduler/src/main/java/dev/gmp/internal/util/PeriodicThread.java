package dev.gmp.internal.util;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A daemon thread that does something at an interval until it is stopped. It needs no goroutine to run. */
public final class PeriodicThread {

    private final String name;
    private final long intervalNanos;
    private final Runnable action;
    private final SafeLog failed;
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    /**
     * @param interval until the first run, and from each to the next. Runs that are missed, since the process or a run took
     *     longer, are left out
     * @param failed gets what a run throws; the next one follows all the same
     */
    public PeriodicThread(String name, Duration interval, Runnable action, SafeLog failed) {
        this.name = name;
        this.intervalNanos = interval.toNanos();
        this.action = action;
        this.failed = failed;
    }

    /**
     * Starts it, unless it was started or stopped before. May fail for want of threads or memory, and be called again. By one
     * thread at a time.
     */
    public void ensureStarted() {
        if (thread == null && !stopped) {
            Thread started = ServiceThreads.newThread(name, this::run);
            started.start();
            thread = started;
        }
    }

    /** Whether it was started, and not stopped. Any thread. */
    public boolean isRunning() {
        return thread != null && !stopped;
    }

    public boolean isStopped() {
        return stopped;
    }

    /** A run that is under way goes on to its end. Any thread. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** As {@link #stop}, and waits for a run that is under way, unless that calls this. */
    public void stopAndWait(Duration longest) {
        stop();
        Thread running = thread;
        if (running != null && running != Thread.currentThread()) {
            try {
                running.join(longest.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        long next = System.nanoTime() + intervalNanos;
        while (!stopped) {
            long left = next - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
                Thread.interrupted(); // it would end every later park at once
            } else {
                act();
                long now = System.nanoTime();
                next = (now - next < intervalNanos ? next : now) + intervalNanos;
            }
        }
    }

    private void act() {
        try {
            action.run();
        } catch (Throwable failure) {
            failed.log(failure);
        }
    }
}
