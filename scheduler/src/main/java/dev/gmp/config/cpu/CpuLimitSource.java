package dev.gmp.config.cpu;

import java.nio.file.Path;

/** Knows the CPU limit of this process. */
public interface CpuLimitSource {

    /**
     * The limit as it is now. It never throws; what cannot be read is warned about once and does not limit. Meant to be
     * called about once a second, and by one thread at a time.
     */
    CpuLimit read();

    /** The cgroups of this process on Linux; elsewhere there is never a limit. */
    static CpuLimitSource system() {
        if (!SystemFiles.isLinux()) {
            CpuLimit none = CpuLimit.none("no cgroups on " + System.getProperty("os.name"));
            return () -> none;
        }
        return new CgroupCpuLimit(new SystemFiles(Path.of("/")), Warnings.logged());
    }
}
