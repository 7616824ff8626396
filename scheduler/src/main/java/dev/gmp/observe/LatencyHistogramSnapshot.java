package dev.gmp.observe;

import java.time.Duration;

/**
 * A histogram of sampled durations. Bucket {@code i} counts durations of at least 2<sup>i</sup> and less than
 * 2<sup>i+1</sup> microseconds. Bucket 0 also counts shorter durations, and the last bucket all longer ones.
 *
 * @param counts the count of each bucket; copied
 * @param totalMicros the sum of all durations, in microseconds
 * @since 0.1
 */
@SuppressWarnings("ArrayRecordComponent") // copied on the way in and out
public record LatencyHistogramSnapshot(long[] counts, long totalMicros) {

    public LatencyHistogramSnapshot {
        counts = counts.clone();
    }

    @Override
    public long[] counts() {
        return counts.clone();
    }

    /** The number of durations counted. */
    public long samples() {
        long samples = 0;
        for (long count : counts) {
            samples += count;
        }
        return samples;
    }

    /**
     * The upper edge of the bucket that holds the given quantile; zero without samples.
     *
     * @param quantile 0 to 1
     * @throws IllegalArgumentException if {@code quantile} is out of range
     */
    public Duration quantile(double quantile) {
        if (!(quantile >= 0 && quantile <= 1)) {
            throw new IllegalArgumentException("quantile must be between 0 and 1, but was " + quantile);
        }
        long samples = samples();
        long rank = Math.max(1, (long) Math.ceil(quantile * samples));
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= rank) {
                return Duration.ofNanos(upperEdgeMicros(bucket) * 1_000);
            }
        }
        return Duration.ZERO;
    }

    /** The upper edge of a bucket in microseconds, which the bucket itself does not count. */
    public static long upperEdgeMicros(int bucket) {
        return 1L << (bucket + 1);
    }
}
