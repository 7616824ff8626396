package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Quantiles of a bucketed latency: the upper edge of the bucket in which they fall. */
class LatencyHistogramSnapshotTest {

    /** 10 samples below 2 us, 80 from 4 to 8, 10 from 1024 to 2048. */
    private static final long[] COUNTS = {10, 0, 80, 0, 0, 0, 0, 0, 0, 0, 10};

    @ParameterizedTest
    @CsvSource({"0, 2", "0.05, 2", "0.1, 2", "0.11, 8", "0.5, 8", "0.9, 8", "0.91, 2048", "1, 2048"})
    void aQuantileIsTheUpperEdgeOfItsBucket(double quantile, long micros) {
        LatencyHistogramSnapshot snapshot = new LatencyHistogramSnapshot(COUNTS, 1);

        assertThat(snapshot.samples()).isEqualTo(100);
        assertThat(snapshot.quantile(quantile)).isEqualTo(Duration.ofNanos(micros * 1_000));
    }

    @Test
    void withoutSamplesItIsZero() {
        assertThat(new LatencyHistogramSnapshot(new long[4], 0).quantile(0.99)).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void aQuantileThatIsNoneIsRefused(double quantile) {
        LatencyHistogramSnapshot snapshot = new LatencyHistogramSnapshot(COUNTS, 1);

        assertThatIllegalArgumentException().isThrownBy(() -> snapshot.quantile(quantile));
    }

    @Test
    void itCannotBeChangedFromOutside() {
        long[] given = {1, 2};
        LatencyHistogramSnapshot snapshot = new LatencyHistogramSnapshot(given, 1);
        given[0] = 99;
        snapshot.counts()[1] = 99;

        assertThat(snapshot.counts()).containsExactly(1, 2);
    }
}
