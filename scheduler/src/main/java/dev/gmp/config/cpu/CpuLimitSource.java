package dev.gmp.config.cpu;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Reads the CPU limit of this process.
 *
 * @since 0.1
 */
public interface CpuLimitSource {

    /** A source without a limit. */
    CpuLimitSource NONE = new CpuLimitSource() {
        private final CpuLimit none = CpuLimit.none("not asked for");

        @Override
        public CpuLimit read() {
            return none;
        }
    };

    /**
     * Reads the present limit. Never throws: a file that cannot be read is reported once and sets no limit. To be
     * called about once a second, by one thread at a time.
     */
    CpuLimit read();

    /**
     * The CPU time in nanoseconds that all processes under the last reading's limit have used. Negative if unknown.
     * Never throws. For the thread that reads.
     */
    default long usedNanos() {
        return -1;
    }

    /**
     * Closes the file that {@link #usedNanos} keeps open, until its next call. For the thread that reads.
     *
     * @since 0.2
     */
    default void closeFiles() {}

    /**
     * Returns a source that reads this process's cgroups on Linux. On other systems it has no limit.
     *
     * @param warnings gets each problem with a file once
     */
    static CpuLimitSource system(Consumer<String> warnings) {
        if (!SystemFiles.isLinux()) {
            CpuLimit none = CpuLimit.none("no cgroups on " + System.getProperty("os.name"));
            return () -> none;
        }
        return new CgroupCpuLimit(new SystemFiles(Path.of("/")), new Warnings(warnings));
    }
}
