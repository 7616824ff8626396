package dev.gmp.internal.gmp;

import org.jspecify.annotations.Nullable;

/** A virtual goroutine whose statuses are clocked, at three readings of the clock for each turn on a machine. */
public final class ClockedGoroutine extends VirtualGoroutine {

    private final StatusClock clock = new StatusClock();

    /** @param task what the thread runs; null for a thread that has its own */
    public ClockedGoroutine(Scheduler scheduler, @Nullable Runnable task) {
        super(scheduler, task);
    }

    @Override
    public StatusClock clock() {
        return clock;
    }

    @Override
    public void setRunnable() {
        clock.begin();
        super.setRunnable();
    }

    @Override
    public boolean tryReady() {
        boolean mustQueue = super.tryReady();
        if (mustQueue) {
            clock.enter(StatusClock.RUNNABLE);
        }
        return mustQueue;
    }

    @Override
    public void setRunning() {
        clock.enter(StatusClock.RUNNING);
        super.setRunning();
    }

    @Override
    public boolean tryWait() {
        clock.enter(StatusClock.WAITING); // before it waits, for then it is another's
        boolean waits = super.tryWait();
        if (!waits) {
            clock.rename(StatusClock.RUNNABLE);
        }
        return waits;
    }
}
