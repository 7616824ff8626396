package dev.gmp.internal.quota;

/**
 * How long processors may run, so that the kernel does not stop the whole container for having used up its CPU quota: the
 * kernel counts in periods of 100 milliseconds, whose beginnings are not known here, so what was used in the last 100
 * milliseconds counts.
 *
 * <p>What is left of the quota is not given out at once, lest all stand still for the rest of the period: each step gets a
 * part of it, and most of what was used in a step that leaves the last 100 milliseconds meanwhile. So a burst after a rest
 * runs at full speed at first, and steady load settles at some 95 % of the quota, in short runs and short pauses; threads that
 * are not paced may have the rest. By what has lately been used beyond what was given out, less is. Not thread-safe.
 */
public final class QuotaBudget {

    static final long STEP_NANOS = 10_000_000;

    /** The period of Docker and Kubernetes (Linux: {@code cpu.cfs_period_us}). */
    static final long WINDOW_NANOS = 100_000_000;

    /**
     * What a CPU may hold of the quota while others have none (Linux: {@code sched_cfs_bandwidth_slice_us} is 5 ms), as far as
     * it is reckoned with.
     */
    private static final long HELD_NANOS = 2_000_000;

    /** The greatest share of the quota that is reckoned as held. */
    private static final double MOST_HELD = 0.1;

    /** The part of what leaves the window during a step that may be used in it. */
    private static final double PART_OF_RETURNED = 0.9;

    /** The part of what is left of the window's quota that may; the more is left, the greater it is, by this one at most. */
    private static final double PART_OF_LEFT = 0.35;

    private static final double GREATER_PART = 0.5;

    /** How fast the mean follows of what is used in a step beyond what was allowed. */
    private static final double PART_OF_EXCESS = 0.125;

    /** The shortest run, as a part of a step's share of the quota: others may have used that up, and would go on to. */
    private static final double LEAST_SHARE = 0.1;

    /** The most that Linux is built for. */
    private static final int MOST_CPUS = 8_192;

    /** More than there are steps in a window, and one before it. */
    private static final int SAMPLES = 16;

    private final long[] times = new long[SAMPLES];
    private final long[] used = new long[SAMPLES];
    private int count;
    private double leftShare = 1;
    private double allowedCpus;
    private double excessNanos;

    /**
     * @param now nanoseconds of any clock that only goes on
     * @param usedNanos CPU time used so far of what the quota limits
     * @param cpus the quota
     * @param running processors that run at once, at least 1
     * @param othersUseItUp whether goroutines without a processor use the quota up by themselves: that is not held against
     *     those that have one
     * @return for how long of the next step they may; {@link #STEP_NANOS} at the most, and more than nothing
     */
    long runNanos(long now, long usedNanos, double cpus, int running, boolean othersUseItUp) {
        if (count > 0 && isOfAnotherGroup(now - times[last()], usedNanos - used[last()])) {
            count = 0;
        }
        count = count < 2 * SAMPLES ? count + 1 : count + 1 - SAMPLES; // where they stand stays the same
        times[last()] = now;
        used[last()] = usedNanos;
        long before = usedBefore(now - WINDOW_NANOS);
        long returned = usedBefore(now - WINDOW_NANOS + STEP_NANOS) - before;
        double whole = cpus * WINDOW_NANOS;
        double quota = whole - Math.min(HELD_NANOS * (running - 1.0), MOST_HELD * whole);
        double left = quota - (usedNanos - before);
        leftShare = left / quota;
        double part = PART_OF_LEFT + GREATER_PART * Math.max(0, leftShare);
        updateExcess(othersUseItUp);
        double allowed =
                Math.max(PART_OF_RETURNED * returned + part * left - excessNanos, LEAST_SHARE * cpus * STEP_NANOS);
        long run = Math.max(1, Math.min(STEP_NANOS, (long) (allowed / running)));
        allowedCpus = (double) run * running / STEP_NANOS;
        return run;
    }

    /** How much of the window's quota was left, as a share of it, when it was last asked; negative when more was used. */
    double leftShare() {
        return leftShare;
    }

    /** Whether no machine could have used that in the meantime: it is what another group has used. */
    private static boolean isOfAnotherGroup(long elapsed, long usedMeanwhile) {
        return usedMeanwhile < 0 || usedMeanwhile / MOST_CPUS > elapsed;
    }

    /** What is told to stop does so a little late, and threads that are not paced are not told. */
    private void updateExcess(boolean othersUseItUp) {
        if (count < 2 || othersUseItUp) {
            excessNanos = 0;
            return;
        }
        int before = (count - 2) % SAMPLES;
        double allowed = allowedCpus * (times[last()] - times[before]);
        double excess = Math.max(0, used[last()] - used[before] - allowed);
        excessNanos += (excess - excessNanos) * PART_OF_EXCESS;
    }

    /** What had been used by then, or when it was first asked. */
    private long usedBefore(long time) {
        int oldest = Math.max(0, count - SAMPLES);
        int after = count - 1;
        while (after > oldest && times[(after - 1) % SAMPLES] - time > 0) {
            after--;
        }
        int at = after % SAMPLES;
        if (after == oldest || times[at] - time <= 0) {
            return used[at];
        }
        int before = (after - 1) % SAMPLES;
        double part = (double) (time - times[before]) / (times[at] - times[before]);
        return used[before] + (long) (part * (used[at] - used[before]));
    }

    private int last() {
        return (count - 1) % SAMPLES;
    }
}
