package dev.gmp.benchmarks.figures;

import java.util.List;

/** The middle of some figures. */
public final class Median {
    private Median() {}

    /** @param values at least one; for an even number of them, the mean of the two in the middle */
    public static double of(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("values: none, must be at least one");
        }
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
