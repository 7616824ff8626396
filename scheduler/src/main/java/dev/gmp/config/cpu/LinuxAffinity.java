package dev.gmp.config.cpu;

import java.io.IOException;
import java.util.BitSet;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The CPUs that the calling thread may run on, which is what {@code sched_getaffinity} would say.
 *
 * <p>The JVM asks that function, but then lowers its answer to the CPU quota rounded up. Some of JDK 17 lower it to the
 * group's CPU shares, too. With a quota of 0.5 it reports 1, and Go's minimum of 2 could not be told from a machine of one
 * CPU. So the kernel's files are read instead. The thread's mask can name CPUs that are not there (on machines that can be
 * given more while they run); those that are online tell. A container's file system may show invented ones (LXCFS), so the
 * JVM's number, which is never too large, counts where it is larger.
 */
final class LinuxAffinity implements Supplier<AvailableCpus> {

    static final String STATUS = "/proc/thread-self/status";
    static final String ONLINE = "/sys/devices/system/cpu/online";

    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final String JVM_INSTEAD = "the JVM's number of CPUs is taken";

    private final SystemFiles files;
    private final IntSupplier jvm;
    private final Warnings warnings;

    /** @param jvm the JVM's own number */
    LinuxAffinity(SystemFiles files, IntSupplier jvm, Warnings warnings) {
        this.files = files;
        this.jvm = jvm;
        this.warnings = warnings;
    }

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

    /** @return null where the kernel does not tell */
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
