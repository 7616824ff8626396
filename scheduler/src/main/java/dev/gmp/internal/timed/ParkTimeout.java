package dev.gmp.internal.timed;

import dev.gmp.internal.timer.TimerHeap;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Ends a park that the JDK has set a time for. The JDK cancels it, and does nothing else with it. */
public final class ParkTimeout extends SleepTimer implements ScheduledFuture<Object> {

    ParkTimeout(TimerHeap heap, long when, Runnable wake) {
        super(heap, when, wake);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return tryCancel();
    }

    @Override
    public boolean isDone() {
        return !isPending();
    }

    @Override
    public Object get() {
        throw nobodyAsks();
    }

    @Override
    public Object get(long timeout, TimeUnit unit) {
        throw nobodyAsks();
    }

    @Override
    public long getDelay(TimeUnit unit) {
        throw nobodyAsks();
    }

    @Override
    public int compareTo(Delayed other) {
        throw nobodyAsks();
    }

    private static UnsupportedOperationException nobodyAsks() {
        return new UnsupportedOperationException("a park's timeout has no result and is in no delay queue");
    }
}
