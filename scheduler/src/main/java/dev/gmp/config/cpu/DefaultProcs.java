package dev.gmp.config.cpu;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The number of processors for a scheduler that was not told one. It is to be read when it starts and then about once a
 * second (Go: {@code sysmonUpdateGOMAXPROCS}). A number that a user chose makes this class unnecessary.
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
     * @param rule makes a number of the two
     */
    public DefaultProcs(Supplier<AvailableCpus> available, CpuLimitSource limit, ProcsRule rule) {
        this.available = available;
        this.limit = limit;
        this.rule = rule;
    }

    /**
     * For this process.
     *
     * @param warnings is told, once each, what is wrong with a file; by the thread that reads
     */
    public static DefaultProcs system(ProcsRule rule, Consumer<String> warnings) {
        return new DefaultProcs(AvailableCpus.system(warnings), CpuLimitSource.system(warnings), rule);
    }

    /** Reads both, and says what number of processors follows. */
    public Reading read() {
        AvailableCpus cpus = available.get();
        CpuLimit cpuLimit = limit.read();
        return new Reading(rule.procs(cpus, cpuLimit), cpus, cpuLimit);
    }

    /**
     * What was read at one moment.
     *
     * @param procs 1 or more, without an upper bound: the caller may have one
     * @param available what {@code procs} was made from, and why
     * @param limit the limit that held, also where it did not count
     * @since 0.1
     */
    public record Reading(int procs, AvailableCpus available, CpuLimit limit) {

        /** {@code 4 CPUs (affinity), limit 1.5 CPUs (/sys/fs/cgroup/cpu.max)}. */
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
