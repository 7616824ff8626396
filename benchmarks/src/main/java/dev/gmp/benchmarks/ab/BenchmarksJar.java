package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.compare.FiguresCsv;
import dev.gmp.benchmarks.program.JvmFlags;
import dev.gmp.benchmarks.program.MeasurementFailedException;
import dev.gmp.benchmarks.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** A version of the benchmarks, as its own build has packed it. Its {@code compare} command takes the measurements. */
record BenchmarksJar(Path jar, AbPlan plan, Path results) {

    /**
     * A copy of its own.
     *
     * @param name not that of the other one
     * @param folder where the copy and what it writes are kept
     */
    static BenchmarksJar copyOf(Path jar, String name, AbPlan plan, Path folder) throws IOException {
        Path copy = Files.copy(jar, folder.resolve(name + ".jar"));
        return new BenchmarksJar(copy, plan, Files.createDirectory(folder.resolve(name)));
    }

    /** @throws IllegalArgumentException if it is no such file, or cannot be run */
    static void check(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException("There is no file " + jar);
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            if (manifest == null || manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) == null) {
                throw new IllegalArgumentException(jar + " is no benchmarks.jar: its manifest names no main class");
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(jar + " cannot be read as a jar: " + e.getMessage(), e);
        }
    }

    /** The figures of one measurement, by the names of their metrics. */
    Map<String, Double> measure(Measurement measurement)
            throws IOException, MeasurementFailedException, InterruptedException {
        Path folder = Files.createTempDirectory(results, measurement.workload().id());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.ACCESS);
        command.addAll(List.of("-jar", jar.toString(), "compare"));
        command.addAll(List.of("--workloads", measurement.workload().id()));
        command.addAll(List.of("--peers", measurement.peer().id()));
        command.addAll(List.of("--rounds", "1", "--procs", Integer.toString(plan.procs())));
        command.addAll(List.of("--output", folder.toString()));
        if (plan.quick()) {
            command.add("--quick");
        }
        Program.Outcome outcome = Program.run(new ProcessBuilder(command).redirectErrorStream(true));
        if (outcome.status() != 0) {
            throw new MeasurementFailedException(
                    "%s ended with status %d:%n%s".formatted(jar, outcome.status(), outcome.output()));
        }
        return figures(folder);
    }

    private static Map<String, Double> figures(Path folder) throws IOException, MeasurementFailedException {
        try (Stream<Path> files = Files.list(folder)) {
            Path csv = files.filter(file -> file.toString().endsWith(".csv"))
                    .findFirst()
                    .orElseThrow(() -> new MeasurementFailedException("no figures were written"));
            return FiguresCsv.parse(Files.readString(csv));
        }
    }
}
