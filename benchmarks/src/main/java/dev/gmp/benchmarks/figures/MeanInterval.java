package dev.gmp.benchmarks.figures;

import dev.gmp.benchmarks.figures.Bootstrap.Interval;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A mean and how far it can be trusted.
 *
 * @param mean of the values
 * @param low the lower end of its 95 % interval
 * @param high the upper end
 * @param values how many there are; one alone gives an interval of no width, which says nothing
 */
public record MeanInterval(double mean, double low, double high, int values) {
    /** Not finite if one of the two is zero and the other is not. */
    public static double logRatio(double one, double other) {
        return one == other ? 0 : Math.log(one / other);
    }

    /**
     * The geometric mean of ratios measured in pairs. Empty if no pair has a ratio: both figures of a pair have to be above zero, or
     * equal.
     */
    public static Optional<MeanInterval> ofRatios(DoubleStream logRatiosOfPairs) {
        return of(logRatiosOfPairs.filter(Double::isFinite))
                .map(logs -> new MeanInterval(
                        Math.exp(logs.mean()), Math.exp(logs.low()), Math.exp(logs.high()), logs.values()));
    }

    /** The arithmetic mean of figures, all of them finite. Empty if there is none. */
    public static Optional<MeanInterval> of(DoubleStream figures) {
        double[] values = figures.toArray();
        if (values.length == 0) {
            return Optional.empty();
        }
        Interval interval = Bootstrap.ofMean(values);
        return Optional.of(new MeanInterval(StatUtils.mean(values), interval.low(), interval.high(), values.length));
    }
}
