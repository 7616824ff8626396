package dev.gmp.internal.jdk;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Stands before a pool of the JDK's: the ends of timed parks are offered to another taker first, all the rest passes. */
final class TimedParkInterceptor extends AbstractExecutorService implements ScheduledExecutorService {

    private final ScheduledExecutorService pool;
    private final TimedParks owner;

    TimedParkInterceptor(ScheduledExecutorService pool, TimedParks owner) {
        this.pool = pool;
        this.owner = owner;
    }

    ScheduledExecutorService pool() {
        return pool;
    }

    boolean asks(TimedParks candidate) {
        return owner == candidate;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        if (unit == TimeUnit.NANOSECONDS) { // a park: Object.wait comes with milliseconds
            ScheduledFuture<?> taken = owner.tryWakeAfter(command, delay);
            if (taken != null) {
                return taken;
            }
        }
        return pool.schedule(command, delay, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return pool.schedule(callable, delay, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long delay, long period, TimeUnit unit) {
        return pool.scheduleAtFixedRate(command, delay, period, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long first, long delay, TimeUnit unit) {
        return pool.scheduleWithFixedDelay(command, first, delay, unit);
    }

    @Override
    public void execute(Runnable command) {
        pool.execute(command);
    }

    @Override
    public void shutdown() {
        pool.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return pool.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return pool.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return pool.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return pool.awaitTermination(timeout, unit);
    }
}
