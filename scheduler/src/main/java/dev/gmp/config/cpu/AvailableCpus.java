package dev.gmp.config.cpu;

import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The CPUs that this process may run on, whatever time it may use on them.
 *
 * @param count 1 or more
 * @param explicit whether the JVM was told this number, which is then final
 * @param origin for logs: what says so
 * @since 0.1
 */
public record AvailableCpus(int count, boolean explicit, String origin) {

    public AvailableCpus {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, but was " + count);
        }
    }

    /**
     * Reads the CPUs of this process. That is {@code -XX:ActiveProcessorCount} if the JVM was started with it. Else, on
     * Linux, it is the affinity of the calling thread, and elsewhere what the JVM reports. The supplier never throws, and
     * may be called by one thread at a time.
     *
     * @param warnings is told, once each, what is wrong with a file
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

    /** {@code 4 CPUs (affinity)}. */
    @Override
    public String toString() {
        return count + (count == 1 ? " CPU (" : " CPUs (") + origin + ")";
    }
}
