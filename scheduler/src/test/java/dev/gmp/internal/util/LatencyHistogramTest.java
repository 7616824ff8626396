package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bucket i counts from 2^i to less than 2^(i+1) microseconds; the ends take what lies beyond. */
class LatencyHistogramTest {

    private final LatencyHistogram histogram = new LatencyHistogram();

    @ParameterizedTest
    @CsvSource({
        "-5, 0",
        "0, 0",
        "1, 0",
        "2, 1",
        "3, 1",
        "4, 2",
        "7, 2",
        "8, 3",
        "1023, 9",
        "1024, 10",
        "33554431, 24",
        "33554432, 25",
        "67108864, 26",
        "34359738367, 34",
        "34359738368, 35",
        "68719476736, 35",
        "9223372036854775807, 35",
    })
    void aDurationFallsIntoItsBucket(long micros, int bucket) {
        histogram.record(micros);

        long[] counts = counts(histogram);
        for (int i = 0; i < LatencyHistogram.BUCKETS; i++) {
            assertThat(counts[i]).as("bucket %d", i).isEqualTo(i == bucket ? 1 : 0);
        }
        assertThat(histogram.totalMicros()).isEqualTo(Math.max(0, micros));
    }

    @Test
    void absorbingAddsBucketsAndTotals() {
        LatencyHistogram other = new LatencyHistogram();
        histogram.record(3);
        other.record(3);
        other.record(100);

        histogram.absorb(other);

        assertThat(counts(histogram)[1]).isEqualTo(2);
        assertThat(counts(histogram)[6]).isEqualTo(1);
        assertThat(histogram.totalMicros()).isEqualTo(106);
    }

    private static long[] counts(LatencyHistogram histogram) {
        long[] counts = new long[LatencyHistogram.BUCKETS];
        histogram.addTo(counts);
        return counts;
    }
}
