package dev.gmp.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.gmp.benchmarks.figures.Bootstrap.Interval;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BootstrapTest {
    /** A resample's sum is binomial, so its quantiles are known: 40 and 60 of 100 at one half, 0 and 3 of 10 at a tenth. */
    @Test
    void onesAndZeroesGiveTheQuantilesOfTheBinomialDistribution() {
        double[] half = new double[100];
        Arrays.fill(half, 0, 50, 1);
        double[] tenth = new double[10];
        tenth[3] = 1;

        assertThat(Bootstrap.ofMean(half)).isEqualTo(new Interval(0.4, 0.6));
        assertThat(Bootstrap.ofMean(tenth)).isEqualTo(new Interval(0, 0.3));
    }

    /** 1.96 standard errors on either side, as theory has it for many values. */
    @Test
    void normalValuesGiveTheIntervalOfTheNormalDistribution() {
        Random random = new Random(7);
        double[] values =
                random.doubles(400).map(ignored -> 5 + random.nextGaussian()).toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow();
        double side = 1.96 * Math.sqrt(variance / values.length);

        Interval interval = Bootstrap.ofMean(values);

        assertThat(interval.low()).isCloseTo(mean - side, within(0.05 * side));
        assertThat(interval.high()).isCloseTo(mean + side, within(0.05 * side));
    }

    @Test
    void twoValuesGiveARangeFromOneToTheOther() {
        assertThat(Bootstrap.ofMean(new double[] {-2, 6})).isEqualTo(new Interval(-2, 6));
    }

    @Test
    void equalValuesAndASingleOneGiveNoWidth() {
        assertThat(Bootstrap.ofMean(new double[] {0.25, 0.25, 0.25})).isEqualTo(new Interval(0.25, 0.25));
        assertThat(Bootstrap.ofMean(new double[] {-4})).isEqualTo(new Interval(-4, -4));
    }

    @Test
    void theSameValuesGiveTheSameInterval() {
        double[] values = {0.3, -0.1, 0.7, 0.2, 0.05};

        assertThat(Bootstrap.ofMean(values)).isEqualTo(Bootstrap.ofMean(values));
    }

    @Test
    void noValuesAndInfiniteOnesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bootstrap.ofMean(new double[0]))
                .withMessage("values: none, must be at least one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bootstrap.ofMean(new double[] {1, Double.NEGATIVE_INFINITY}))
                .withMessage("values: -Infinity, must be finite");
    }
}
