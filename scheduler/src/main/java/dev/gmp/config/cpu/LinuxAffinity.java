package dev.gmp.config.cpu;

import java.io.IOException;
import java.util.BitSet;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The CPUs that the calling thread may run on, as {@code sched_getaffinity} reports them.
 *
 * <p>The JVM asks that function, but lowers its answer to the CPU quota rounded up. Versions of JDK 17 also lower it to
 * the group's CPU shares. With a quota of 0.5 the JVM reports 1, so Go's minimum of 2 could not be told from a machine
 * of one CPU. Therefore the kernel's files are read instead.
 *
 * <p>The thread's mask can name CPUs that are absent, so only online CPUs count. A container's file system may show
 * invented numbers (LXCFS). The JVM's number is never too large, so it counts where it is larger.
 *
 * @param jvm the JVM's own number
 */
record LinuxAffinity(SystemFiles files, IntSupplier jvm, Warnings warnings) implements Supplier<AvailableCpus> {

    static final String STATUS = "/proc/thread-self/status";
    static final String ONLINE = "/sys/devices/system/cpu/online";

    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final String JVM_INSTEAD = "the JVM's number of CPUs is used";

    @Override
    public AvailableCpus get() {
        int least = jvm.getAsInt();
        String file = STATUS;
        try {
            BitSet cpus = allowed(files.read(file));
            file = ONLINE;
            String online = files.read(file);
            if (cpus != null && online != null) {
                cpus.and(CpuList.parse(online));
                if (cpus.cardinality() >= least) {
                    return new AvailableCpus(cpus.cardinality(), false, "affinity");
                }
            }
        } catch (IOException | RuntimeException e) {
            warnings.unusable(file, e, JVM_INSTEAD);
        }
        return new AvailableCpus(least, false, "the JVM");
    }

    /** @return null if the file has no such line */
    private static @Nullable BitSet allowed(@Nullable String status) throws MalformedFileException {
        if (status == null) {
            return null;
        }
        for (String line : status.split("\n")) {
            if (line.startsWith(ALLOWED)) {
                return CpuList.parse(line.substring(ALLOWED.length()));
            }
        }
        return null;
    }
}
