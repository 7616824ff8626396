package dev.gmp.observe;

import java.time.Duration;

/**
 * Sampled durations in buckets that double: bucket {@code i} counts those of at least 2<sup>i</sup> and less than
 * 2<sup>i+1</sup> microseconds. Bucket 0 also counts the shorter ones, and the last bucket all that are longer.
 *
 * @param counts a count for each bucket
 * @param totalMicros the sum of all samples
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

    /** How many durations are counted. */
    public long samples() {
        long samples = 0;
        for (long count : counts) {
            samples += count;
        }
        return samples;
    }

    /**
     * The upper edge of the bucket in which the given quantile falls, or zero without samples.
     *
     * @param quantile 0 to 1
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

    /** The first duration, in microseconds, that a bucket no longer counts. */
    public static long upperEdgeMicros(int bucket) {
        return 1L << (bucket + 1);
    }
}
