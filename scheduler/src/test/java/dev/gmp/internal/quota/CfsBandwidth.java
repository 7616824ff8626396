package dev.gmp.internal.quota;

/**
 * The kernel's CPU quota of one group of threads, on a clock of the test (Linux: kernel/sched/fair.c, CFS bandwidth control). A
 * pool is filled with the quota at the beginning of each period. A CPU takes slices of 5 ms from it. One that has used its slice
 * while the pool is empty is throttled until the next period. One that goes idle gives back all but 1 ms.
 */
final class CfsBandwidth {

    private static final long PERIOD_NANOS = 100_000_000;
    private static final long SLICE_NANOS = 5_000_000;
    private static final long KEPT_NANOS = 1_000_000;

    private final long quotaNanos;
    private final long[] held;
    private final boolean[] throttled;
    private long pool;
    private long nextPeriod;
    private long usedNanos;
    private long throttledNanos;
    private int throttledPeriods;
    private boolean anyInPeriod;

    /** @param phase how long until the next period begins */
    CfsBandwidth(double quota, int cpus, long phase) {
        quotaNanos = (long) (quota * PERIOD_NANOS);
        held = new long[cpus];
        throttled = new boolean[cpus];
        pool = quotaNanos;
        nextPeriod = phase;
    }

    /** Before what happens from now on. */
    void advance(long now) {
        while (now >= nextPeriod) {
            nextPeriod += PERIOD_NANOS;
            pool = quotaNanos;
            throttledPeriods += anyInPeriod ? 1 : 0;
            anyInPeriod = false;
            for (int cpu = 0; cpu < held.length; cpu++) {
                throttled[cpu] = throttled[cpu] && !take(cpu);
            }
        }
    }

    /** A thread wants the CPU for so long. @return whether it gets it */
    boolean run(int cpu, long nanos) {
        if (throttled[cpu] || held[cpu] <= 0 && !take(cpu)) {
            throttled[cpu] = true;
            anyInPeriod = true;
            throttledNanos += nanos;
            return false;
        }
        held[cpu] -= nanos;
        usedNanos += nanos;
        return true;
    }

    /** No thread wants the CPU. */
    void idle(int cpu) {
        if (held[cpu] > KEPT_NANOS) {
            pool += held[cpu] - KEPT_NANOS;
            held[cpu] = KEPT_NANOS;
        }
    }

    /** Whether any CPU is not throttled. */
    boolean runsAny() {
        for (boolean each : throttled) {
            if (!each) {
                return true;
            }
        }
        return false;
    }

    long usedNanos() {
        return usedNanos;
    }

    /** As {@code throttled_time}: summed over the CPUs. */
    long throttledNanos() {
        return throttledNanos;
    }

    /** As {@code nr_throttled}. */
    int throttledPeriods() {
        return throttledPeriods;
    }

    private boolean take(int cpu) {
        long slice = Math.min(pool, SLICE_NANOS - held[cpu]);
        pool -= slice;
        held[cpu] += slice;
        return held[cpu] > 0;
    }
}
