package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.ab.Bootstrap.Interval;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.stat.StatUtils;

/**
 * New to old: below 1 the new version takes less.
 *
 * @param mean the geometric mean of the pairs' ratios
 * @param low the lower end of its 95 % interval
 * @param high the upper end
 */
record Ratio(double mean, double low, double high) {
    /** Empty if no pair has a ratio: both figures of a pair have to be above zero, or equal. */
    static Optional<Ratio> of(List<Pair> pairs) {
        double[] logRatios = pairs.stream()
                .mapToDouble(Pair::logRatio)
                .filter(Double::isFinite)
                .toArray();
        if (logRatios.length == 0) {
            return Optional.empty();
        }
        Interval interval = Bootstrap.ofMean(logRatios);
        return Optional.of(
                new Ratio(Math.exp(StatUtils.mean(logRatios)), Math.exp(interval.low()), Math.exp(interval.high())));
    }

    /** What the interval says. */
    Verdict verdict(double gate) {
        if (low > gate) {
            return Verdict.LOSS;
        }
        if (low > 1) {
            return Verdict.MORE;
        }
        return high < 1 ? Verdict.LESS : Verdict.SAME;
    }
}
