package dev.gmp.config.cpu;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Knows the CPU limit of this process.
 *
 * @since 0.1
 */
public interface CpuLimitSource {

    /** Never a limit. */
    CpuLimitSource NONE = new CpuLimitSource() {
        private final CpuLimit none = CpuLimit.none("not asked for");

        @Override
        public CpuLimit read() {
            return none;
        }
    };

    /**
     * The limit as it is now. It never throws; what cannot be read is warned about once and does not limit. Meant to be
     * called about once a second, and by one thread at a time.
     */
    CpuLimit read();

    /**
     * The CPU time in nanoseconds that was used so far by all that the limit of the last reading holds for. Negative where
     * that is not known. It never throws. For the thread that reads.
     */
    default long usedNanos() {
        return -1;
    }

    /**
     * Closes what {@link #usedNanos} keeps open, until it is called again. For the thread that reads.
     *
     * @since 0.2
     */
    default void closeFiles() {}

    /**
     * The cgroups of this process on Linux; elsewhere there is never a limit.
     *
     * @param warnings is told, once each, what is wrong with a file
     */
    static CpuLimitSource system(Consumer<String> warnings) {
        if (!SystemFiles.isLinux()) {
            CpuLimit none = CpuLimit.none("no cgroups on " + System.getProperty("os.name"));
            return () -> none;
        }
        return new CgroupCpuLimit(new SystemFiles(Path.of("/")), new Warnings(warnings));
    }
}
