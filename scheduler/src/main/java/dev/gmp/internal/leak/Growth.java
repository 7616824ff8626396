package dev.gmp.internal.leak;

import dev.gmp.observe.leak.LeakSuspect;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How a group of goroutines has grown, as seen by look after look. For one thread. */
final class Growth {

    /** Waits are known to about 30 milliseconds. */
    private static final long ACCURACY_NANOS = 50_000_000;

    /** Where so many goroutines should have been seen and none was, the group is gone. Chance does that once in 8,000 times. */
    private static final int SURELY_SEEN = 9;

    private final Instant since;
    private final long beganNanos;

    /** When the oldest goroutine began to wait. */
    private final long oldestNanos;

    private final long first;
    private long most;
    private int growths;

    /** How many of its goroutines should have been seen by the looks that have missed it since. */
    private double missed;

    /** As it was found suspect last; null where it is not suspect. */
    @Nullable
    LeakSuspect suspect;

    Growth(Instant time, long nanoTime, long count, Duration oldest) {
        since = time;
        beganNanos = nanoTime;
        oldestNanos = nanoTime - oldest.toNanos();
        first = count;
        most = count;
    }

    /**
     * Sees the group again. A sample may lack the oldest goroutine, so one that has waited all the time will do. A few goroutines
     * tell nothing of the oldest.
     *
     * @param margin how far the count may be wrong, as it is of a sample; 0 for the whole group
     * @param oldest how long the oldest goroutine has waited
     * @return this; or a new one where the group has shrunk, or its oldest goroutine of then has gone on
     */
    Growth see(Instant time, long nanoTime, long count, long margin, Duration oldest) {
        missed = 0;
        boolean hasShrunk = count + margin < most;
        long latest = margin == 0 ? oldestNanos : beganNanos;
        boolean hasGoneOn = margin < count && nanoTime - oldest.toNanos() - latest > ACCURACY_NANOS;
        if (hasShrunk || hasGoneOn) {
            return new Growth(time, nanoTime, count, oldest);
        }
        if (count - margin > most) {
            most = count;
            growths++;
        }
        return this;
    }

    /**
     * A look that did not see all goroutines did not see this group.
     *
     * @param share of all goroutines that it saw
     * @return whether the group may be there all the same
     */
    boolean miss(double share) {
        missed += share * most;
        return missed <= SURELY_SEEN;
    }

    /** At how many looks it was larger than ever before. */
    int growths() {
        return growths;
    }

    long most() {
        return most;
    }

    long grown() {
        return most - first;
    }

    Instant since() {
        return since;
    }
}
