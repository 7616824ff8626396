package dev.gmp.sample.webload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A group of processes that together get so much of the CPUs, and can see how much, as in a container. Needs root. */
final class CpuQuota implements AutoCloseable {

    private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/cpu");
    private static final Path VERSION_1_USAGE = Path.of("/sys/fs/cgroup/cpuacct");
    private static final Path VERSION_2 = Path.of("/sys/fs/cgroup");
    private static final int PERIOD_MICROS = 100_000;

    /** In each hierarchy. */
    private final List<Path> groups;

    private CpuQuota(List<Path> groups) {
        this.groups = groups;
    }

    /** @return empty where this process may not make one */
    static Optional<CpuQuota> of(double cpus) {
        long quota = Math.round(cpus * PERIOD_MICROS);
        boolean isVersion1 = Files.exists(VERSION_1.resolve("cpu.cfs_quota_us"));
        List<Path> groups = (isVersion1 ? List.of(VERSION_1, VERSION_1_USAGE) : List.of(VERSION_2))
                .stream().map(hierarchy -> hierarchy.resolve("gmp-web-load")).toList();
        Path limited = groups.get(0);
        try {
            if (!isVersion1) {
                Files.writeString(VERSION_2.resolve("cgroup.subtree_control"), "+cpu");
            }
            for (Path group : groups) {
                Files.createDirectories(group);
            }
            if (isVersion1) {
                Files.writeString(limited.resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_MICROS));
                Files.writeString(limited.resolve("cpu.cfs_quota_us"), String.valueOf(quota));
            } else {
                Files.writeString(limited.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
            }
            return Optional.of(new CpuQuota(groups));
        } catch (IOException e) {
            groups.forEach(group -> group.toFile().delete());
            return Optional.empty();
        }
    }

    /** What starts a command inside the groups, so that a JVM sees the quota from its first moment. */
    List<String> prefix() {
        String joins = groups.stream()
                .map(group -> "echo $$ > " + group.resolve("cgroup.procs") + " && ")
                .collect(Collectors.joining());
        return List.of("sh", "-c", joins + "exec \"$@\"", "sh");
    }

    @Override
    public void close() {
        groups.forEach(group -> group.toFile().delete()); // the processes have ended
    }
}
