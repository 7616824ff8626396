package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Plan.Effort;
import dev.gmp.benchmarks.program.MeasurementFailedException;
import dev.gmp.benchmarks.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs the program in {@code benchmarks/go}, which it builds before its first measurement. */
final class GoMeasurer {
    private static final String PROJECT_FILE = "go.mod";

    /** From the folder of the project, or from that of this module. */
    private static final List<Path> PLACES = List.of(Path.of("benchmarks", "go"), Path.of("go"));

    private final Plan plan;
    private @Nullable Path program;

    GoMeasurer(Plan plan) {
        this.plan = plan;
    }

    Map<String, Double> measure(Workload workload)
            throws IOException, MeasurementFailedException, InterruptedException {
        Effort effort = plan.effort();
        ProcessBuilder command = new ProcessBuilder(
                built().toString(),
                workload.id(),
                Integer.toString(effort.warmUps()),
                Integer.toString(effort.iterations()),
                Long.toString((workload.isByJmh() ? effort.iteration() : effort.window()).toMillis()));
        command.environment().put("GOMAXPROCS", Integer.toString(plan.procs()));
        return Program.figuresOf(command);
    }

    private Path built() throws IOException, MeasurementFailedException, InterruptedException {
        if (program == null) {
            Path sources = PLACES.stream()
                    .filter(place -> Files.exists(place.resolve(PROJECT_FILE)))
                    .findFirst()
                    .orElseThrow(() -> new MeasurementFailedException("no " + PROJECT_FILE + " in any of " + PLACES));
            Path target = sources.toAbsolutePath().resolveSibling(Path.of("target", "go", "benchmarks"));
            Files.createDirectories(target.getParent());
            Program.outputOf(
                    new ProcessBuilder("go", "build", "-o", target.toString(), ".").directory(sources.toFile()));
            program = target;
        }
        return program;
    }

    /** What {@code go version} says; empty if that fails. */
    static String version() {
        try {
            return Program.outputOf(new ProcessBuilder("go", "version")).strip();
        } catch (IOException | MeasurementFailedException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
