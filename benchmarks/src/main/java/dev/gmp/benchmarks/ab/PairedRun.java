package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.compare.Metric;
import dev.gmp.benchmarks.figures.Figures;
import dev.gmp.benchmarks.program.MeasurementFailedException;
import dev.gmp.benchmarks.program.OtherProcesses;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures pair by pair. Within a pair, each measurement is taken with one jar and then at once with the other. */
final class PairedRun {
    /** Cores that others use. */
    static final double WORTH_SAYING = 0.1;

    private final AbPlan plan;
    private final BenchmarksJar oldJar;
    private final BenchmarksJar newJar;
    private final PrintStream progress;
    private final List<Pair> pairs = new ArrayList<>();
    private double worstDisturbance;
    private int failed;

    PairedRun(AbPlan plan, BenchmarksJar oldJar, BenchmarksJar newJar, PrintStream progress) {
        this.plan = plan;
        this.oldJar = oldJar;
        this.newJar = newJar;
        this.progress = progress;
    }

    /** A measurement that fails is reported and left out of its pair; the others go on. */
    List<Pair> run() throws IOException, InterruptedException {
        long start = System.nanoTime();
        List<Boolean> oldFirst = plan.oldFirst();
        for (int pair = 0; pair < plan.pairs(); pair++) {
            progress.printf("pair %d/%d, %s first", pair + 1, plan.pairs(), oldFirst.get(pair) ? "old" : "new");
            OtherProcesses before = OtherProcesses.now();
            for (Measurement measurement : plan.measurements()) {
                measure(pair + 1, oldFirst.get(pair), measurement);
            }
            double others = OtherProcesses.now().coresSince(before).orElse(0);
            worstDisturbance = Math.max(worstDisturbance, others);
            Duration left = Duration.ofNanos((System.nanoTime() - start) / (pair + 1) * (plan.pairs() - pair - 1));
            progress.printf(
                    "; %s left%s%n",
                    inMinutes(left),
                    others > WORTH_SAYING ? "; others used %s cores".formatted(Figures.format(others)) : "");
        }
        return List.copyOf(pairs);
    }

    /** The most cores that other processes used during a pair, on average over it; 0 if unknown. */
    double worstDisturbance() {
        return worstDisturbance;
    }

    /** How many measurements of a pair are missing. */
    int failed() {
        return failed;
    }

    static String inMinutes(Duration duration) {
        return "about %d min".formatted((duration.toSeconds() + 59) / 60);
    }

    private void measure(int number, boolean oldFirst, Measurement measurement)
            throws IOException, InterruptedException {
        progress.print(
                "; " + measurement.workload().id() + " " + measurement.peer().id());
        try {
            Map<String, Double> first = (oldFirst ? oldJar : newJar).measure(measurement);
            Map<String, Double> second = (oldFirst ? newJar : oldJar).measure(measurement);
            for (Metric metric : measurement.metrics()) {
                Pair pair = new Pair(
                        number,
                        oldFirst,
                        metric,
                        measurement.peer(),
                        figure(metric, oldFirst ? first : second),
                        figure(metric, oldFirst ? second : first));
                pairs.add(pair);
                progress.print(" " + Figures.formatRatio(Math.exp(pair.logRatio())));
            }
        } catch (MeasurementFailedException | IllegalArgumentException e) {
            failed++;
            progress.printf(" FAILED: %s%n", e.getMessage());
        }
        progress.flush();
    }

    private static double figure(Metric metric, Map<String, Double> figures) throws MeasurementFailedException {
        Double value = figures.get(metric.name());
        if (value == null) {
            throw new MeasurementFailedException("one of the jars has no figure '" + metric.name() + "'");
        }
        return value;
    }
}
