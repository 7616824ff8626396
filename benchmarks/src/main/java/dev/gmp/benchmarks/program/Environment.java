package dev.gmp.benchmarks.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Stream;

/**
 * Where and when a run was made.
 *
 * @param date in UTC
 * @param java the JVM of all measurements
 * @param system operating system, processor and number of cores
 */
public record Environment(LocalDate date, String java, String system) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    public static Environment ofThisMachine() {
        String java = "%s %s (%s)"
                .formatted(
                        System.getProperty("java.vm.name"),
                        System.getProperty("java.vm.version"),
                        System.getProperty("java.vm.vendor"));
        String system = "%d cores, %s, %s %s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        processor(),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"));
        return new Environment(LocalDate.now(ZoneOffset.UTC), java, system);
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch"); // not Linux
        }
    }
}
