package dev.gmp.benchmarks.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gmp.benchmarks.compare.Workload;
import dev.gmp.benchmarks.peer.Peer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatioTest {
    @Test
    void isNewToOldByTheGeometricMean() {
        Ratio ratio = Ratio.of(List.of(pair(100, 200), pair(50, 25))).orElseThrow();

        assertThat(ratio.mean()).isCloseTo(1, within(1e-9));
        assertThat(ratio.low()).isCloseTo(0.5, within(1e-9));
        assertThat(ratio.high()).isCloseTo(2, within(1e-9));
    }

    @Test
    void twoZeroesAreEqualAndOneAloneHasNoRatio() {
        assertThat(Ratio.of(List.of(pair(0, 0)))).contains(new Ratio(1, 1, 1));
        assertThat(Ratio.of(List.of(pair(0, 3), pair(3, 0)))).isEmpty();
        assertThat(Ratio.of(List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1.031, 1.100, LOSS",
        "1.030, 1.100, MORE",
        "1.001, 1.010, MORE",
        "1.000, 1.900, SAME",
        "0.500, 1.000, SAME",
        "0.900, 0.999, LESS"
    })
    void isJudgedByItsInterval(double low, double high, Verdict verdict) {
        assertThat(new Ratio((low + high) / 2, low, high).verdict(1.03)).isEqualTo(verdict);
    }

    private static Pair pair(double oldValue, double newValue) {
        return new Pair(1, true, Workload.FORK_TREE.metrics().get(0), Peer.GMP, oldValue, newValue);
    }
}
