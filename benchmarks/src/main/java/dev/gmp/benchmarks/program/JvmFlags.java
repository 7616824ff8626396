package dev.gmp.benchmarks.program;

import dev.gmp.benchmarks.peer.Parallelism;
import java.util.List;
import java.util.stream.Stream;

/** The flags of every JVM that measures: the same for every peer. */
public final class JvmFlags {
    /** The heap for figures to be published, as the JVM's options spell it. */
    public static final String HEAP = "2g";

    /** What goroutines on virtual threads need; and no warning for each JVM because of JMH or of native calls. */
    public static final List<String> ACCESS = Runtime.version().feature() >= 24
            ? List.of(
                    "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "--enable-native-access=ALL-UNNAMED")
            : List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");

    private JvmFlags() {}

    /**
     * @param procs how many workers, processors or carriers each peer gets
     * @param heap its size, such as {@link #HEAP}
     */
    public static List<String> of(int procs, String heap) {
        return Stream.of(memory(heap), ACCESS, Parallelism.systemProperties(procs))
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Heap and garbage collector. The heap's pages are touched before anything is measured: a peer that makes much garbage
     * would be charged for that.
     */
    public static List<String> memory(String heap) {
        return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC", "-XX:+AlwaysPreTouch");
    }
}
