package dev.gmp.benchmarks.peer;

import java.util.List;

/** How many workers, processors or carriers every peer gets. */
public final class Parallelism {
    private static final String PROPERTY = "gmp.benchmarks.procs";

    private Parallelism() {}

    /** Of this JVM: what {@link #systemProperties} said, otherwise the number of CPUs. */
    public static int ofThisJvm() {
        return Integer.getInteger(PROPERTY, Runtime.getRuntime().availableProcessors());
    }

    /** The JVM options that make every peer of a JVM to be started {@code procs} wide. */
    public static List<String> systemProperties(int procs) {
        return List.of(
                "-D" + PROPERTY + "=" + procs,
                "-Djdk.virtualThreadScheduler.parallelism=" + procs,
                "-Dkotlinx.coroutines.scheduler.core.pool.size=" + procs);
    }
}
