package dev.gmp.benchmarks.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gmp.benchmarks.compare.Workload;
import dev.gmp.benchmarks.figures.MeanInterval;
import dev.gmp.benchmarks.peer.Peer;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatioTest {
    @Test
    void isNewToOldByTheGeometricMean() {
        MeanInterval ratio = ratio(pair(100, 200), pair(50, 25)).orElseThrow();

        assertThat(ratio.mean()).isCloseTo(1, within(1e-9));
        assertThat(ratio.low()).isCloseTo(0.5, within(1e-9));
        assertThat(ratio.high()).isCloseTo(2, within(1e-9));
    }

    @Test
    void twoZeroesAreEqualAndOneAloneHasNoRatio() {
        assertThat(ratio(pair(0, 0))).contains(new MeanInterval(1, 1, 1, 1));
        assertThat(ratio(pair(0, 3), pair(3, 0))).isEmpty();
        assertThat(ratio()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1.051, 1.100, LOSS",
        "1.050, 1.100, UNDECIDED_MORE",
        "1.001, 1.050, UNDECIDED_MORE",
        "1.000, 1.050, UNDECIDED",
        "0.500, 1.900, UNDECIDED",
        "1.001, 1.049, MORE",
        "1.000, 1.049, SAME",
        "0.500, 1.000, SAME",
        "0.900, 0.999, LESS"
    })
    void isJudgedByItsInterval(double low, double high, Verdict verdict) {
        assertThat(Verdict.of(new MeanInterval((low + high) / 2, low, high, 10), 1.05))
                .isEqualTo(verdict);
    }

    private static Optional<MeanInterval> ratio(Pair... pairs) {
        return MeanInterval.ofRatios(Arrays.stream(pairs).mapToDouble(Pair::logRatio));
    }

    private static Pair pair(double oldValue, double newValue) {
        return new Pair(1, true, Workload.byId("forkTree").metrics().get(0), Peer.GMP, oldValue, newValue);
    }
}
