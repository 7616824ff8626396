package dev.gmp;

import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The state of the JVM and the versions of all below, as lines of a name and a value. */
final class JvmFacts {

    private static final List<String> VERSIONS = List.of(
            "java.vm.name",
            "java.vm.version",
            "java.runtime.version",
            "java.vendor",
            "os.name",
            "os.version",
            "os.arch");

    private JvmFacts() {}

    /** Heap, threads, and the times of garbage collectors and compiler. */
    static String state() {
        StringJoiner lines = new StringJoiner("\n", "", "\n");
        Runtime runtime = Runtime.getRuntime();
        lines.add("time " + Instant.now());
        lines.add("uptime-ms " + ManagementFactory.getRuntimeMXBean().getUptime());
        lines.add("cpus " + runtime.availableProcessors());
        lines.add("heap-used-bytes " + (runtime.totalMemory() - runtime.freeMemory()));
        lines.add("heap-max-bytes " + runtime.maxMemory());
        lines.add("threads " + ManagementFactory.getThreadMXBean().getThreadCount());
        for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
            lines.add("gc " + gc.getName() + ": collections " + gc.getCollectionCount() + ", ms "
                    + gc.getCollectionTime());
        }
        CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
        if (jit != null && jit.isCompilationTimeMonitoringSupported()) {
            lines.add("jit " + jit.getName() + ": ms " + jit.getTotalCompilationTime());
        }
        return lines.toString();
    }

    static String versions() {
        return Stream.concat(
                        Stream.of("gmp " + GmpScheduler.version()),
                        VERSIONS.stream().map(name -> name + " " + System.getProperty(name)))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
