package dev.gmp.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {
    @ParameterizedTest
    @CsvSource({
        "0.400, 0.599, 5, MET",
        "0.400, 0.600, 5, UNDECIDED",
        "0.590, 0.610, 5, UNDECIDED",
        "0.600, 0.900, 5, UNDECIDED",
        "0.601, 0.900, 5, MISSED",
        "0.400, 0.400, 2, MET",
        "0.900, 0.900, 2, MISSED",
        "0.400, 0.400, 1, UNDECIDED",
        "0.900, 0.900, 1, UNDECIDED"
    })
    void isDecidedByTheWholeInterval(double low, double high, int values, Judgement judgement) {
        assertThat(Judgement.of(new MeanInterval((low + high) / 2, low, high, values), 0.6))
                .isEqualTo(judgement);
    }

    @Test
    void threeValuesHaveTheirRangeForAnInterval() {
        assertThat(MeanInterval.of(DoubleStream.of(3, 0, 6))).contains(new MeanInterval(3, 0, 6, 3));
        assertThat(MeanInterval.of(DoubleStream.empty())).isEmpty();
    }
}
