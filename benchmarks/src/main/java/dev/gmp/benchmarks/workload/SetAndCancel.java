package dev.gmp.benchmarks.workload;

import dev.gmp.benchmarks.peer.Timers;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/** Outside threads set timers and cancel each at once, as a time-out of a call that succeeds. None fires. */
public final class SetAndCancel implements Batch {
    private static final long SEED = 20_200_502;

    private final Timers timers;
    private final int count;
    private final int setters;
    private final long nearestNanos;
    private final long farthestNanos;
    private final LongAdder fired = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private volatile long nanos;

    /**
     * @param nearest the least that a timer is ahead; none must be due before it is cancelled
     * @param farthest the most
     */
    public SetAndCancel(Timers timers, int count, int setters, Duration nearest, Duration farthest) {
        this.timers = timers;
        this.count = count;
        this.setters = setters;
        this.nearestNanos = nearest.toNanos();
        this.farthestNanos = farthest.toNanos();
    }

    /** @throws IllegalStateException if one of the timers could not be cancelled */
    @Override
    public void run() {
        Timers.Setter setter = timers.setterOf(fired::increment);
        nanos = OutsideThreads.nanosToRun(setters, number -> setAndCancel(setter, number));
        if (cancelled() != count) {
            throw new IllegalStateException(cancelled() + " of " + count + " timers could be cancelled");
        }
    }

    private void setAndCancel(Timers.Setter setter, int number) {
        SplittableRandom random = new SplittableRandom(SEED + number);
        long cancellations = 0;
        for (int i = number; i < count; i += setters) {
            if (timers.cancel(setter.set(random.nextLong(nearestNanos, farthestNanos)))) {
                cancellations++;
            }
        }
        cancelled.add(cancellations);
    }

    /** From the common start of the setters until the last was through. After {@link #run}. */
    public long nanos() {
        return nanos;
    }

    /** Timers that were cancelled in time. */
    public long cancelled() {
        return cancelled.sum();
    }

    @Override
    public long expectedExecutions() {
        return 0;
    }

    @Override
    public long executions() {
        return fired.sum();
    }
}
