package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Results.Sample;
import dev.gmp.benchmarks.peer.Peer;
import java.io.PrintStream;
import java.util.Map;

/** Takes all measurements of a plan, one after the other: first all peers in one workload, then the next workload. */
final class Comparing {
    private static final double WORTH_SAYING = 0.1;

    private final Plan plan;
    private final PrintStream progress;
    private final Results results = new Results();
    private final GoMeasurer goMeasurer;
    private double worstDisturbance;
    private int taken;
    private int failed;

    Comparing(Plan plan, PrintStream progress) {
        this.plan = plan;
        this.progress = progress;
        this.goMeasurer = new GoMeasurer(plan);
    }

    /** A measurement that fails is reported and left out; the others go on. */
    Results run() throws InterruptedException {
        for (int round = 0; round < plan.rounds(); round++) {
            for (Workload workload : plan.workloads()) {
                for (Peer peer : plan.peersInTurn(round)) {
                    if (workload.runsOn(peer)) {
                        measure(round, workload, peer);
                    }
                }
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

    private void measure(int round, Workload workload, Peer peer) throws InterruptedException {
        taken++;
        progress.printf("%3d/%d  %-20s %-20s ", taken, plan.measurements(), workload.id(), peer.title());
        OtherProcesses before = OtherProcesses.now();
        try {
            Map<String, Double> figures = measurerOf(workload, peer).measure(workload, peer);
            for (Metric metric : workload.metrics()) {
                Double value = figures.get(metric.key());
                if (value == null) {
                    throw new MeasurementFailedException("no figure " + metric.key());
                }
                results.add(new Sample(metric, peer, round, value));
                progress.print(Figures.format(value) + " " + metric.unit() + "  ");
            }
            double others = OtherProcesses.now().coresSince(before).orElse(0);
            worstDisturbance = Math.max(worstDisturbance, others);
            progress.println(others > WORTH_SAYING ? "  (others used %.1f cores)".formatted(others) : "");
        } catch (MeasurementFailedException e) {
            failed++;
            progress.println("FAILED: " + e.getMessage());
        }
    }

    private Measurer measurerOf(Workload workload, Peer peer) {
        if (peer == Peer.GO) {
            return goMeasurer;
        }
        return workload.isByJmh() ? new JmhMeasurer(plan) : new ForkedMeasurer(plan);
    }
}
