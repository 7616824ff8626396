package dev.gmp.benchmarks.peer;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sets and cancels timers of a peer, with nothing between the caller and the peer but a call. */
public interface Timers {
    /** Makes ready to set timers that run this task. What the peer needs around a task is made here, once. */
    Setter setterOf(Runnable task);

    /** Cancels what a {@link Setter} has returned. @return false when it was too late */
    boolean cancel(Object timer);

    /** Sets timers for one task, on any thread. */
    @FunctionalInterface
    interface Setter {
        /** @return the timer, to be cancelled perhaps */
        Object set(long delayNanos);
    }

    static Timers of(ScheduledExecutorService executor) {
        return new Timers() {
            @Override
            @SuppressWarnings("FutureReturnValueIgnored") // returned as an Object
            public Setter setterOf(Runnable task) {
                return delay -> executor.schedule(task, delay, TimeUnit.NANOSECONDS);
            }

            @Override
            public boolean cancel(Object timer) {
                return ((Future<?>) timer).cancel(false);
            }
        };
    }

    static Timers of(HashedWheelTimer wheel) {
        return new Timers() {
            @Override
            public Setter setterOf(Runnable task) {
                TimerTask adapted = timeout -> task.run();
                return delay -> wheel.newTimeout(adapted, delay, TimeUnit.NANOSECONDS);
            }

            @Override
            public boolean cancel(Object timer) {
                return ((Timeout) timer).cancel();
            }
        };
    }

    /** Of a peer that has none: throws {@link UnsupportedOperationException}. */
    static Timers none() {
        return new Timers() {
            @Override
            public Setter setterOf(Runnable task) {
                throw new UnsupportedOperationException("This peer has no timers");
            }

            @Override
            public boolean cancel(Object timer) {
                throw new UnsupportedOperationException("This peer has no timers");
            }
        };
    }
}
