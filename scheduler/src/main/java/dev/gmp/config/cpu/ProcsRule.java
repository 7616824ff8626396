package dev.gmp.config.cpu;

/**
 * How many processors a scheduler gets by default (Go 1.25: {@code defaultGOMAXPROCS} and {@code adjustCgroupGOMAXPROCS}).
 * It is as many as there are CPUs, but no more than the CPU limit rounded up. Where that is below the minimum, the minimum
 * counts in its place.
 *
 * <p>Rounded up, because a limit is an average over time: 2.5 CPUs can be three for most of a period. Go's minimum of 2
 * keeps background work going beside one busy goroutine; the kernel throttles the two of them together. A limit never
 * raises the number above that of the CPUs, and neither does the minimum.
 *
 * <p>CPUs that were {@linkplain AvailableCpus#explicit() told to the JVM} stand as they are. As in the JVM itself, which
 * then looks at no quota either, they are the operator's word against the files.
 *
 * @param minimum the least that a limit can lower the number to; 1 or more
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

    /** 1 or more. */
    public int procs(AvailableCpus available, CpuLimit limit) {
        if (available.explicit() || limit.isNone()) {
            return available.count();
        }
        // The conversion ends at the largest int.
        int limited = (int) Math.ceil(limit.cpus());
        return Math.min(available.count(), Math.max(minimum, limited));
    }
}
