package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Plan.Effort;
import dev.gmp.benchmarks.compare.Results.Sample;
import dev.gmp.benchmarks.measure.MeetMeasurements;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.program.MeasurementFailedException;
import dev.gmp.benchmarks.program.Program;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Runs {@link MeetMeasurements} in a JVM of its own, in which the peers take turns. */
record TurnsMeasurer(Plan plan) {

    /** The figures of all turns. Each counts as a round of the results. @param round of the plan */
    List<Sample> measure(Workload workload, List<Peer> peers, int round)
            throws IOException, MeasurementFailedException, InterruptedException {
        Effort effort = plan.effort();
        List<String> arguments = List.of(
                workload.id(),
                peers.stream().map(Peer::id).collect(Collectors.joining(",")),
                Integer.toString(effort.warmUps()),
                Integer.toString(effort.iterations()),
                Long.toString(effort.iteration().toMillis()));
        String output = Program.outputOf(Program.java(plan.procs(), effort.heap(), MeetMeasurements.class, arguments));
        return samples(output, workload, round * effort.iterations());
    }

    private static List<Sample> samples(String output, Workload workload, int firstTurn) {
        return output.lines()
                .map(line -> line.split(" "))
                .map(words -> new Sample(
                        metric(workload, words[2]),
                        Peer.byId(words[1]),
                        firstTurn + Integer.parseInt(words[0]),
                        Double.parseDouble(words[3])))
                .toList();
    }

    private static Metric metric(Workload workload, String key) {
        return workload.metrics().stream()
                .filter(metric -> metric.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no figure is called " + key));
    }
}
