package dev.gmp.benchmarks.figures;

import java.util.SplittableRandom;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * How far a mean can be trusted, by resampling: means of as many values drawn from the same values, with replacement, and
 * the range that holds 95 of 100 of those means. It assumes no distribution. The same values always give the same range.
 */
final class Bootstrap {
    private static final int RESAMPLES = 10_000;
    private static final long SEED = 20_261_128;
    private static final double LOW_PERCENT = 2.5;
    private static final double HIGH_PERCENT = 97.5;

    private Bootstrap() {}

    /** A range of values, both ends included. */
    record Interval(double low, double high) {}

    /**
     * The 95 % interval of the mean. A single value, or equal ones, give an interval of no width.
     *
     * @throws IllegalArgumentException if there is no value, or one is not finite
     */
    static Interval ofMean(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("values: none, must be at least one");
        }
        for (double value : values) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("values: " + value + ", must be finite");
            }
        }
        SplittableRandom random = new SplittableRandom(SEED);
        double[] means = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            means[i] = meanOfResample(values, random);
        }
        Percentile percentile = new Percentile();
        percentile.setData(means);
        return new Interval(percentile.evaluate(LOW_PERCENT), percentile.evaluate(HIGH_PERCENT));
    }

    private static double meanOfResample(double[] values, SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[random.nextInt(values.length)];
        }
        return sum / values.length;
    }
}
