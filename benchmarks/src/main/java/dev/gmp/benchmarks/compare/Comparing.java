package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Results.Sample;
import dev.gmp.benchmarks.figures.Figures;
import dev.gmp.benchmarks.measure.MeasureOnce;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.program.MeasurementFailedException;
import dev.gmp.benchmarks.program.OtherProcesses;
import dev.gmp.benchmarks.program.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Takes all measurements of a plan, one after the other: first all peers in one workload, then the next workload. */
final class Comparing {
    private static final double WORTH_SAYING = 0.1;

    private final Plan plan;
    private final PrintStream progress;
    private final Results results = new Results();
    private final GoMeasurer go;
    private double worstDisturbance;
    private int taken;
    private int failed;

    Comparing(Plan plan, PrintStream progress) {
        this.plan = plan;
        this.progress = progress;
        this.go = new GoMeasurer(plan);
    }

    /** In a JVM, or a program, of its own. */
    @FunctionalInterface
    private interface Taking {
        List<Sample> take() throws IOException, MeasurementFailedException, InterruptedException;
    }

    /** A measurement that fails is reported and left out; the others go on. */
    Results run() throws InterruptedException {
        for (int round = 0; round < plan.rounds(); round++) {
            for (Workload workload : plan.workloads()) {
                measure(round, workload);
            }
        }
        return results;
    }

    /** The most cores that other processes used during a measurement, on average over it; 0 if unknown. */
    double worstDisturbance() {
        return worstDisturbance;
    }

    int failed() {
        return failed;
    }

    private void measure(int round, Workload workload) throws InterruptedException {
        List<Peer> alone = new ArrayList<>(
                plan.peersInTurn(round).stream().filter(workload::runsOn).toList());
        if (plan.group().isInTurns()) {
            List<Peer> inTurns = alone.stream().filter(Peer::isInThisJvm).toList();
            alone.removeAll(inTurns);
            if (!inTurns.isEmpty()) {
                String titles = inTurns.stream().map(Peer::title).collect(Collectors.joining(", "));
                measure(workload, titles, () -> new TurnsMeasurer(plan).measure(workload, inTurns, round));
            }
        }
        for (Peer peer : alone) {
            measure(workload, peer.title(), () -> samples(workload, peer, round));
        }
    }

    private void measure(Workload workload, String peers, Taking measurement) throws InterruptedException {
        taken++;
        progress.printf("%3d/%d  %-20s %-20s ", taken, plan.measurements(), workload.id(), peers);
        OtherProcesses before = OtherProcesses.now();
        try {
            Results its = new Results();
            measurement.take().forEach(sample -> {
                its.add(sample);
                results.add(sample);
            });
            for (Metric metric : workload.metrics()) {
                plan.peers().stream()
                        .flatMapToDouble(peer -> its.median(metric, peer).stream())
                        .forEach(median -> progress.print(Figures.format(median) + " " + metric.unit() + "  "));
            }
            double others = OtherProcesses.now().coresSince(before).orElse(0);
            worstDisturbance = Math.max(worstDisturbance, others);
            progress.println(others > WORTH_SAYING ? "  (others used %.1f cores)".formatted(others) : "");
        } catch (IOException | MeasurementFailedException | IllegalArgumentException e) {
            failed++;
            progress.println("FAILED: " + e.getMessage());
        }
    }

    private List<Sample> samples(Workload workload, Peer peer, int round)
            throws IOException, MeasurementFailedException, InterruptedException {
        Map<String, Double> figures = figures(workload, peer);
        List<Sample> samples = new ArrayList<>();
        for (Metric metric : workload.metrics()) {
            Double value = figures.get(metric.key());
            if (value == null) {
                throw new MeasurementFailedException("no figure " + metric.key());
            }
            samples.add(new Sample(metric, peer, round, value));
        }
        return samples;
    }

    private Map<String, Double> figures(Workload workload, Peer peer)
            throws IOException, MeasurementFailedException, InterruptedException {
        if (peer == Peer.GO) {
            return go.measure(workload);
        }
        if (workload.isByJmh()) {
            return new JmhMeasurer(plan).measure(workload, peer);
        }
        String window = Long.toString(plan.effort().window().toMillis());
        return Program.figuresOf(Program.java(
                plan.procs(), plan.effort().heap(), MeasureOnce.class, List.of(workload.id(), peer.id(), window)));
    }
}
