package dev.gmp.process.internal.controlblock;

import dev.gmp.observe.LatencyHistogramSnapshot;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** How long sampled steps took, in power-of-two buckets of microseconds. Any thread may record; it takes no memory. */
public final class StepTimes {

    private static final int BUCKETS = 36;

    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);
    private final AtomicLong totalMicros = new AtomicLong();

    public void record(long nanos) {
        long micros = Math.max(0, nanos / 1_000);
        int log = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, micros));
        counts.incrementAndGet(Math.min(log, BUCKETS - 1));
        totalMicros.addAndGet(micros);
    }

    public LatencyHistogramSnapshot snapshot() {
        long[] now = new long[BUCKETS];
        for (int i = 0; i < BUCKETS; i++) {
            now[i] = counts.get(i);
        }
        return new LatencyHistogramSnapshot(now, totalMicros.get());
    }
}
