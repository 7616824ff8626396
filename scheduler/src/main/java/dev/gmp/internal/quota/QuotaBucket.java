package dev.gmp.internal.quota;

import java.util.Arrays;

/**
 * A token bucket as deep as what the kernel hands out in a period. A token is a nanosecond of CPU time. A token that was spent
 * comes back a period later. So no ten steps see more tokens than that, whenever the kernel's period begins, which is not known
 * here. A burst after a rest may spend all of them at once.
 *
 * <p>A bucket that is refilled all the time lets a burst spend its depth, and as much again in the period after it. Not
 * thread-safe.
 */
final class QuotaBucket {

    /** How often processors are given tokens, in nanoseconds: pauses are shorter than a user notices. */
    static final long STEP_NANOS = 10_000_000;

    /** The kernel's period in nanoseconds, as Docker and Kubernetes set it (Linux: {@code cpu.cfs_period_us}). */
    static final long PERIOD_NANOS = 100_000_000;

    /**
     * The share of the quota that is a token. The kernel hands the quota to each CPU in slices of 5 ms, and a CPU may
     * hold an unused part.
     */
    private static final double SHARE_OF_QUOTA = 0.95;

    /** More samples than there are steps in a period. */
    private static final int SAMPLES = 16;

    private final long[] times = new long[SAMPLES];
    private final long[] used = new long[SAMPLES];
    private int newest;

    /**
     * A full one.
     *
     * @param now nanoseconds of any clock that only goes on
     * @param usedNanos CPU time used so far of what the quota limits
     */
    QuotaBucket(long now, long usedNanos) {
        Arrays.fill(times, now);
        Arrays.fill(used, usedNanos);
    }

    /**
     * The tokens in a step from now if none is spent until then; negative if more was used. To be asked a step after
     * the last time or later.
     *
     * @param cpus the quota
     */
    double tokens(long now, long usedNanos, double cpus) {
        newest = (newest + 1) % SAMPLES;
        times[newest] = now;
        used[newest] = usedNanos;
        return SHARE_OF_QUOTA * cpus * PERIOD_NANOS - (usedNanos - usedAt(now + STEP_NANOS - PERIOD_NANOS));
    }

    /** In proportion to the time between two samples; that of the oldest one before it. */
    private double usedAt(long time) {
        int at = newest;
        for (int i = 1; i < SAMPLES; i++) {
            int after = at;
            at = (newest + SAMPLES - i) % SAMPLES;
            if (times[at] - time <= 0) {
                return used[at] + (double) (used[after] - used[at]) * (time - times[at]) / (times[after] - times[at]);
            }
        }
        return used[at];
    }
}
