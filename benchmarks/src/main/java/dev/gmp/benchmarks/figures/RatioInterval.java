package dev.gmp.benchmarks.figures;

import dev.gmp.benchmarks.figures.Bootstrap.Interval;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * One to the other, measured in pairs: below 1 the one takes less.
 *
 * @param mean the geometric mean of the pairs' ratios
 * @param low the lower end of its 95 % interval
 * @param high the upper end
 * @param pairs how many it is made of
 */
public record RatioInterval(double mean, double low, double high, int pairs) {
    /** Not finite if one of the two is zero and the other is not. */
    public static double logRatio(double one, double other) {
        return one == other ? 0 : Math.log(one / other);
    }

    /** Empty if no pair has a ratio: both figures of a pair have to be above zero, or equal. */
    public static Optional<RatioInterval> of(DoubleStream logRatiosOfPairs) {
        double[] logRatios = logRatiosOfPairs.filter(Double::isFinite).toArray();
        if (logRatios.length == 0) {
            return Optional.empty();
        }
        Interval interval = Bootstrap.ofMean(logRatios);
        return Optional.of(new RatioInterval(
                Math.exp(StatUtils.mean(logRatios)),
                Math.exp(interval.low()),
                Math.exp(interval.high()),
                logRatios.length));
    }
}
