package dev.gmp.faults.jvm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A control group that bounds the number of threads: for root, {@code ulimit -u} does not. */
final class LimitedThreads implements AutoCloseable {

    private final Path folder;

    private LimitedThreads(Path folder) {
        this.folder = folder;
    }

    static LimitedThreads createOrSkip() throws IOException {
        Path root = Stream.of("/sys/fs/cgroup/pids", "/sys/fs/cgroup")
                .map(Path::of)
                .filter(folder -> Files.exists(folder.resolve("cgroup.procs")))
                .findFirst()
                .orElse(null);
        assumeTrue(root != null && Files.isWritable(root), "needs root and cgroups");
        Path folder = null;
        try {
            folder = Files.createTempDirectory(root, "gmp-threads-");
        } catch (IOException e) {
            assumeTrue(false, "needs writable cgroups: " + e);
        }
        LimitedThreads group = new LimitedThreads(folder);
        if (!Files.exists(folder.resolve("pids.max"))) {
            group.close();
            assumeTrue(false, "needs the cgroup controller pids");
        }
        return group;
    }

    /** What starts a command inside of the group. */
    List<String> entering() {
        return List.of("sh", "-c", "echo $$ > " + folder.resolve("cgroup.procs") + " && exec \"$@\"", "sh");
    }

    void allowNoMore() throws IOException {
        write("0"); // what is there stays
    }

    void allowAll() throws IOException {
        write("max");
    }

    private void write(String most) throws IOException {
        Files.writeString(folder.resolve("pids.max"), most, StandardOpenOption.WRITE);
    }

    /** When no process is in it; the kernel is not done with the last one at once. */
    @Override
    public void close() throws IOException {
        for (int attempt = 0; !folder.toFile().delete() && attempt < 500; attempt++) {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
