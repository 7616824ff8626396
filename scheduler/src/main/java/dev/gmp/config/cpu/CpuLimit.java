package dev.gmp.config.cpu;

/**
 * The process's CPU limit.
 *
 * @param cpus CPU seconds a second, above 0: 1.5 is one and a half CPUs; infinite for no limit
 * @param origin for logs: the file that sets the limit, or why there is none
 * @since 0.1
 */
public record CpuLimit(double cpus, String origin) {

    public CpuLimit {
        if (!(cpus > 0)) {
            throw new IllegalArgumentException("cpus must be above 0, but was " + cpus);
        }
    }

    /** Returns the absence of a limit. */
    public static CpuLimit none(String reason) {
        return new CpuLimit(Double.POSITIVE_INFINITY, reason);
    }

    /** Whether there is no limit. */
    public boolean isNone() {
        return cpus == Double.POSITIVE_INFINITY;
    }

    /** For example {@code 1.5 CPUs (/sys/fs/cgroup/cpu.max)}, or {@code no limit (not in a cgroup)}. */
    @Override
    public String toString() {
        return (isNone() ? "no limit" : cpus + " CPUs") + " (" + origin + ")";
    }
}
