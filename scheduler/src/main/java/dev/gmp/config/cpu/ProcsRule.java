package dev.gmp.config.cpu;

/**
 * The rule for the default number of processors (Go 1.25: {@code defaultGOMAXPROCS} and {@code
 * adjustCgroupGOMAXPROCS}). It is the number of CPUs, but at most the CPU limit rounded up. If that is below the
 * minimum, the minimum counts, but never more than the CPUs.
 *
 * <p>The limit is rounded up because it is an average over time: 2.5 CPUs can be three for most of a period. Go's
 * minimum of 2 keeps background work going beside one busy goroutine; the kernel throttles both together.
 *
 * <p>{@linkplain AvailableCpus#explicit() Explicit CPUs} stand as they are, as in the JVM itself, which then reads no
 * quota.
 *
 * @param minimum the least number that a limit leads to; 1 or more
 * @since 0.1
 */
public record ProcsRule(int minimum) {

    /** Go's own minimum. */
    public static final int GO_MINIMUM = 2;

    public ProcsRule {
        if (minimum < 1) {
            throw new IllegalArgumentException("minimum must be at least 1, but was " + minimum);
        }
    }

    /** Computes the number of processors; 1 or more. */
    public int procs(AvailableCpus available, CpuLimit limit) {
        if (available.explicit() || limit.isNone()) {
            return available.count();
        }
        // The conversion ends at the largest int.
        int limited = (int) Math.ceil(limit.cpus());
        return Math.min(available.count(), Math.max(minimum, limited));
    }
}
