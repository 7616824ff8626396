package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.peer.Parallelism;
import java.util.List;
import java.util.stream.Stream;

/** The flags of every JVM that measures: the same for every peer. */
public final class JvmFlags {
    /** The heap's pages are touched before anything is measured: whoever makes much garbage would be charged for that. */
    private static final List<String> MEMORY = List.of("-Xms2g", "-Xmx2g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch");

    /** What goroutines on virtual threads need; and no warning for each JVM because of JMH or of native calls. */
    private static final List<String> ACCESS = Runtime.version().feature() >= 24
            ? List.of(
                    "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "--enable-native-access=ALL-UNNAMED")
            : List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");

    private JvmFlags() {}

    /** @param procs how many workers, processors or carriers each peer gets */
    public static List<String> of(int procs) {
        return Stream.of(MEMORY, ACCESS, Parallelism.systemProperties(procs))
                .flatMap(List::stream)
                .toList();
    }

    /** Heap and garbage collector. */
    static List<String> memory() {
        return MEMORY;
    }
}
