package dev.gmp.config.cpu;

import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The CPUs that this process may use, regardless of a CPU quota.
 *
 * @param count 1 or more
 * @param explicit whether the JVM was started with this number, which then stands
 * @param origin the source of the number, for logs
 * @since 0.1
 */
public record AvailableCpus(int count, boolean explicit, String origin) {

    public AvailableCpus {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, but was " + count);
        }
    }

    /**
     * Returns a reader of this process's CPUs: {@code -XX:ActiveProcessorCount} if it is set, else the affinity of the
     * calling thread on Linux, else the JVM's number. The reader never throws. One thread may call it at a time.
     *
     * @param warnings gets each problem with a file once
     */
    public static Supplier<AvailableCpus> system(Consumer<String> warnings) {
        Runtime jvm = Runtime.getRuntime();
        if (ActiveProcessorCount.isSet()) {
            return () -> new AvailableCpus(jvm.availableProcessors(), true, ActiveProcessorCount.OPTION);
        }
        if (!SystemFiles.isLinux()) {
            return () -> new AvailableCpus(jvm.availableProcessors(), false, "the JVM");
        }
        return new LinuxAffinity(new SystemFiles(Path.of("/")), jvm::availableProcessors, new Warnings(warnings));
    }

    /** For example {@code 4 CPUs (affinity)}. */
    @Override
    public String toString() {
        return count + (count == 1 ? " CPU (" : " CPUs (") + origin + ")";
    }
}
