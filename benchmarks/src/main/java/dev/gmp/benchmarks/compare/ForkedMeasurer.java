package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.measure.MeasureOnce;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.program.JvmFlags;
import dev.gmp.benchmarks.program.MeasurementFailedException;
import dev.gmp.benchmarks.program.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs {@link MeasureOnce} in a JVM of its own: the same Java, class path and flags as JMH's forks have. */
final class ForkedMeasurer implements Measurer {
    private final Plan plan;

    ForkedMeasurer(Plan plan) {
        this.plan = plan;
    }

    @Override
    public Map<String, Double> measure(Workload workload, Peer peer)
            throws MeasurementFailedException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.of(plan.procs(), plan.effort().heap()));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MeasureOnce.class.getName()));
        command.addAll(List.of(
                workload.id(), peer.id(), Long.toString(plan.effort().window().toMillis())));
        try {
            return figures(Program.outputOf(new ProcessBuilder(command)));
        } catch (IOException | NumberFormatException e) {
            throw new MeasurementFailedException("Cannot measure: " + e.getMessage(), e);
        }
    }

    /** A figure a line, as {@code key value}. */
    static Map<String, Double> figures(String output) {
        Map<String, Double> figures = new HashMap<>();
        output.lines().forEach(line -> {
            int space = line.indexOf(' ');
            if (space < 0) {
                throw new NumberFormatException("there is no figure in the line '" + line + "'");
            }
            figures.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
        });
        return figures;
    }
}
