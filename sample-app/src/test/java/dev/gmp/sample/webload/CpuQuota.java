package dev.gmp.sample.webload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A group of processes that together get so much of the CPUs, as a container does. Needs root. */
final class CpuQuota implements AutoCloseable {

    private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/cpu");
    private static final Path VERSION_2 = Path.of("/sys/fs/cgroup");
    private static final int PERIOD_MICROS = 100_000;

    private final Path group;

    private CpuQuota(Path group) {
        this.group = group;
    }

    /** @return empty where this process may not make one */
    static Optional<CpuQuota> of(double cpus) {
        long quota = Math.round(cpus * PERIOD_MICROS);
        boolean isVersion1 = Files.exists(VERSION_1.resolve("cpu.cfs_quota_us"));
        Path group = (isVersion1 ? VERSION_1 : VERSION_2).resolve("gmp-web-load");
        try {
            Files.createDirectories(group);
            if (isVersion1) {
                Files.writeString(group.resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_MICROS));
                Files.writeString(group.resolve("cpu.cfs_quota_us"), String.valueOf(quota));
            } else {
                Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
            }
            return Optional.of(new CpuQuota(group));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** What starts a command inside the group, so that a JVM sees the quota from its first moment. */
    List<String> prefix() {
        return List.of("sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + " && exec \"$@\"", "sh");
    }

    @Override
    public void close() {
        group.toFile().delete(); // the processes have ended
    }
}
