package dev.gmp.config.cpu;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A control group of this machine, made for a test; it can hold others. To be closed when no process is in it. */
final class RealCgroup implements AutoCloseable {

    private static final Path V2_ROOT = Path.of("/sys/fs/cgroup");
    private static final List<Path> V1_ROOTS =
            List.of(Path.of("/sys/fs/cgroup/cpu"), Path.of("/sys/fs/cgroup/cpu,cpuacct"));
    private static final String PERIOD = "100000";

    private final CgroupVersion version;
    private final Path folder;

    private RealCgroup(CgroupVersion version, Path folder) {
        this.version = version;
        this.folder = folder;
    }

    /** Skips the test where this user cannot make groups of that version with a CPU limit. */
    static RealCgroup createOrSkip(CgroupVersion version) {
        Path root = Stream.concat(V1_ROOTS.stream(), Stream.of(V2_ROOT))
                .filter(folder -> isRoot(folder, version))
                .findFirst()
                .orElse(null);
        assumeTrue(root != null, "needs cgroup " + version + " with the cpu controller at its usual place");
        RealCgroup group = new RealCgroup(
                version, root.resolve("gmp-test-" + ProcessHandle.current().pid()));
        try {
            if (version == CgroupVersion.V2) {
                write(root.resolve("cgroup.subtree_control"), "+cpu");
            }
            Files.deleteIfExists(group.folder); // of a JVM that was killed, and had the same number
            Files.createDirectory(group.folder);
        } catch (IOException e) {
            assumeTrue(false, "needs root and writable cgroups: " + e);
        }
        return group;
    }

    RealCgroup createChild(String name) {
        try {
            if (version == CgroupVersion.V2) {
                write(folder.resolve("cgroup.subtree_control"), "+cpu");
            }
            return new RealCgroup(version, Files.createDirectory(folder.resolve(name)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** @param microseconds of CPU time in each 100 ms; below 0 for no limit */
    void limit(int microseconds) {
        if (version == CgroupVersion.V1) {
            write("cpu.cfs_quota_us", Integer.toString(microseconds));
        } else {
            write("cpu.max", (microseconds < 0 ? "max " : microseconds + " ") + PERIOD);
        }
    }

    void enter(ReadingJvm jvm) {
        write("cgroup.procs", Long.toString(jvm.pid()));
    }

    Path folder() {
        return folder;
    }

    /** As {@link CpuLimit#origin()} tells it. */
    String limitFile() {
        return version.limitFileOf(folder.toString());
    }

    /** Removes the group and those inside of it. */
    @Override
    public void close() {
        try (Stream<Path> children = Files.list(folder)) {
            for (Path child : children.filter(Files::isDirectory).toList()) {
                new RealCgroup(version, child).close();
            }
            // Its files go with it. It is busy until the kernel is done with the last process.
            for (int attempt = 0; !folder.toFile().delete(); attempt++) {
                if (attempt == 500) {
                    throw new AssertionError("could not remove " + folder);
                }
                Thread.sleep(10);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isRoot(Path folder, CgroupVersion version) {
        try {
            return version == CgroupVersion.V1
                    ? Files.exists(folder.resolve("cpu.cfs_quota_us"))
                    : Files.exists(folder.resolve("cgroup.controllers"))
                            && List.of(Files.readString(folder.resolve("cgroup.controllers"))
                                            .split("\\s+"))
                                    .contains("cpu");
        } catch (IOException e) {
            return false;
        }
    }

    private void write(String file, String content) {
        try {
            write(folder.resolve(file), content);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void write(Path file, String content) throws IOException {
        // Neither created nor truncated: the kernel made it, and takes each write as a whole.
        Files.write(file, content.getBytes(StandardCharsets.US_ASCII), StandardOpenOption.WRITE);
    }
}
