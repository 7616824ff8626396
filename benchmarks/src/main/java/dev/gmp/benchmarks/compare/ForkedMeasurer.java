package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.measure.MeasureOnce;
import dev.gmp.benchmarks.peer.Peer;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs {@link MeasureOnce} in a JVM of its own: the same Java, class path and flags as JMH's forks have. */
final class ForkedMeasurer implements Measurer {
    private static final long TIMEOUT_SECONDS = 120;

    private final Plan plan;

    ForkedMeasurer(Plan plan) {
        this.plan = plan;
    }

    @Override
    public Map<String, Double> measure(Workload workload, Peer peer)
            throws MeasurementFailedException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(plan.jvmFlags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MeasureOnce.class.getName()));
        command.addAll(List.of(
                workload.id(), peer.id(), Long.toString(plan.effort().window().toMillis())));
        try {
            return figures(outputOf(command));
        } catch (IOException | NumberFormatException e) {
            throw new MeasurementFailedException("Cannot measure: " + e.getMessage(), e);
        }
    }

    private static String outputOf(List<String> command)
            throws IOException, MeasurementFailedException, InterruptedException {
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        try {
            // A few lines, which fit into the pipe: they can be read after the end.
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new MeasurementFailedException("no result within " + TIMEOUT_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new MeasurementFailedException("the JVM ended with status " + process.exitValue());
            }
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Map<String, Double> figures(String output) {
        Map<String, Double> figures = new HashMap<>();
        output.lines().forEach(line -> {
            int space = line.indexOf(' ');
            figures.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
        });
        return figures;
    }
}
