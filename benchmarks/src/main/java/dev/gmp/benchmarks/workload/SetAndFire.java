package dev.gmp.benchmarks.workload;

import dev.gmp.benchmarks.peer.Timers;
import java.time.Duration;
import java.util.SplittableRandom;

/** Outside threads set timers that are due evenly over some time, in no order, and all fire. */
public final class SetAndFire extends CountedBatch {
    private static final long SEED = 20_200_501;

    private final Timers timers;
    private final int setters;
    private final long spreadNanos;
    private volatile long nanosToSet;

    public SetAndFire(Timers timers, int count, int setters, Duration spread) {
        super(count);
        this.timers = timers;
        this.setters = setters;
        this.spreadNanos = spread.toNanos();
    }

    @Override
    void begin() {
        Timers.Setter setter = timers.setterOf(counter::increment);
        nanosToSet = OutsideThreads.nanosToRun(setters, number -> set(setter, number));
    }

    private void set(Timers.Setter setter, int number) {
        SplittableRandom random = new SplittableRandom(SEED + number);
        for (long i = number; i < counter.expected(); i += setters) {
            setter.set(random.nextLong(spreadNanos));
        }
    }

    /** How long the setting took, until the last setter was through. After {@link #run}. */
    public long nanosToSet() {
        return nanosToSet;
    }
}
