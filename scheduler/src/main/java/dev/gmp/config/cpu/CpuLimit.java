package dev.gmp.config.cpu;

/**
 * How much CPU time the process may use for each second that passes, or that nothing limits it.
 *
 * @param cpus above 0: CPU seconds a second, so 1.5 is one and a half CPUs; infinite where there is no limit
 * @param origin for logs: the file that sets the limit, or why there is none
 * @since 0.1
 */
public record CpuLimit(double cpus, String origin) {

    public CpuLimit {
        if (!(cpus > 0)) {
            throw new IllegalArgumentException("cpus must be above 0, but was " + cpus);
        }
    }

    /** No limit. */
    public static CpuLimit none(String reason) {
        return new CpuLimit(Double.POSITIVE_INFINITY, reason);
    }

    /** Whether there is no limit. */
    public boolean isNone() {
        return cpus == Double.POSITIVE_INFINITY;
    }

    /** {@code 1.5 CPUs (/sys/fs/cgroup/cpu.max)}, or {@code no limit (not in a cgroup)}. */
    @Override
    public String toString() {
        return (isNone() ? "no limit" : cpus + " CPUs") + " (" + origin + ")";
    }
}
