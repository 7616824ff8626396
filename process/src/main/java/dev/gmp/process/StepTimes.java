package dev.gmp.process;

import dev.gmp.observe.LatencyHistogramSnapshot;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** How long sampled steps took, in power-of-two buckets of microseconds. Any thread may record. */
final class StepTimes {

    private static final int BUCKETS = 26;

    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);
    private final LongAdder totalMicros = new LongAdder();

    void record(long nanos) {
        long micros = Math.max(0, nanos / 1_000);
        int log = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, micros));
        counts.incrementAndGet(Math.min(log, BUCKETS - 1));
        totalMicros.add(micros);
    }

    LatencyHistogramSnapshot snapshot() {
        long[] now = new long[BUCKETS];
        for (int i = 0; i < BUCKETS; i++) {
            now[i] = counts.get(i);
        }
        return new LatencyHistogramSnapshot(now, totalMicros.sum());
    }
}
