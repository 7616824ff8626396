package dev.gmp.internal.util;

/**
 * Durations in power-of-two buckets of microseconds. One thread records; any thread may read, and sees counts that may be
 * a few records behind.
 */
public final class LatencyHistogram {

    /** Bucket 35 begins at nine and a half hours. */
    public static final int BUCKETS = 36;

    private final long[] counts = new long[BUCKETS];
    private long totalMicros;

    public void record(long micros) {
        counts[bucket(micros)]++;
        totalMicros += Math.max(0, micros);
    }

    /** Adds what this histogram holds to a sum. */
    public void addTo(long[] sum) {
        for (int i = 0; i < BUCKETS; i++) {
            sum[i] += counts[i];
        }
    }

    /** Takes over another's records. Only by the thread that records here, or under a lock that excludes it. */
    public void absorb(LatencyHistogram other) {
        other.addTo(counts);
        totalMicros += other.totalMicros;
    }

    public long totalMicros() {
        return totalMicros;
    }

    static int bucket(long micros) {
        int log = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, micros));
        return Math.min(log, BUCKETS - 1);
    }
}
