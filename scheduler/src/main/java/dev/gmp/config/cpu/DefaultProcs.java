package dev.gmp.config.cpu;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The default number of processors, for a scheduler without a chosen one. The scheduler reads it at its start and then
 * about once a second (Go: {@code sysmonUpdateGOMAXPROCS}).
 *
 * <p>For one thread at a time. Reading never throws.
 *
 * @since 0.1
 */
public final class DefaultProcs {

    private final Supplier<AvailableCpus> available;
    private final CpuLimitSource limit;
    private final ProcsRule rule;

    /**
     * @param available reads the CPUs that the process may use
     * @param limit reads their quota
     * @param rule computes the number from both
     */
    public DefaultProcs(Supplier<AvailableCpus> available, CpuLimitSource limit, ProcsRule rule) {
        this.available = available;
        this.limit = limit;
        this.rule = rule;
    }

    /**
     * Returns the default for this process.
     *
     * @param warnings gets each problem with a file once, on the thread that reads
     */
    public static DefaultProcs system(ProcsRule rule, Consumer<String> warnings) {
        return new DefaultProcs(AvailableCpus.system(warnings), CpuLimitSource.system(warnings), rule);
    }

    /** Reads the CPUs and their quota, and computes the number of processors. */
    public Reading read() {
        AvailableCpus cpus = available.get();
        CpuLimit cpuLimit = limit.read();
        return new Reading(rule.procs(cpus, cpuLimit), cpus, cpuLimit);
    }

    /**
     * The result of a reading.
     *
     * @param procs 1 or more, without an upper bound
     * @param available the CPUs that the number is computed from
     * @param limit the quota at that time, also where it did not count
     * @since 0.1
     */
    public record Reading(int procs, AvailableCpus available, CpuLimit limit) {

        /** For example {@code 4 CPUs (affinity), limit 1.5 CPUs (/sys/fs/cgroup/cpu.max)}. */
        public String reason() {
            return available + (limit.isNone() ? ", " : ", limit ") + limit;
        }

        /** {@code 2 processors: }{@link #reason()}. */
        @Override
        public String toString() {
            return procs + (procs == 1 ? " processor: " : " processors: ") + reason();
        }
    }
}
