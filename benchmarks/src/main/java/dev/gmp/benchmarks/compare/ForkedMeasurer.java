package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.measure.MeasureOnce;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.program.MeasurementFailedException;
import dev.gmp.benchmarks.program.Program;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Runs {@link MeasureOnce} in a JVM of its own: the same Java, class path and flags as JMH's forks have. */
record ForkedMeasurer(Plan plan) implements Measurer {

    @Override
    public Map<String, Double> measure(Workload workload, Peer peer)
            throws IOException, MeasurementFailedException, InterruptedException {
        String window = Long.toString(plan.effort().window().toMillis());
        return Program.figuresOf(Program.java(
                plan.procs(), plan.effort().heap(), MeasureOnce.class, List.of(workload.id(), peer.id(), window)));
    }
}
