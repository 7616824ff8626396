package dev.gmp.internal.bulkhead;

import dev.gmp.internal.util.LatencyHistogram;
import dev.gmp.internal.util.ListenerList;
import dev.gmp.internal.util.SpinLock;
import dev.gmp.observe.BulkheadListener;
import dev.gmp.observe.LatencyHistogramSnapshot;
import java.time.Duration;
import java.util.function.BiConsumer;

/** How long a bulkhead's tasks have waited for their slot. Those that did not wait are counted, without a clock. */
public final class BulkheadWaits {

    private static final BiConsumer<BulkheadListener, Duration> ADMITTED = BulkheadListener::admitted;

    private final ListenerList<BulkheadListener> listeners = new ListenerList<>();
    private final SpinLock lock = new SpinLock();

    /** Of those that had to wait. Guarded by the lock. */
    private final LatencyHistogram waits = new LatencyHistogram();

    void add(BulkheadListener listener) {
        listeners.add(listener);
    }

    void remove(BulkheadListener listener) {
        listeners.remove(listener);
    }

    void admittedAtOnce() {
        listeners.tell(ADMITTED, 0);
    }

    void admittedAfter(long nanos) {
        lock.lock();
        waits.record(nanos / 1_000);
        lock.unlock();
        listeners.tell(ADMITTED, nanos);
    }

    /** @param admitted how many have got a slot, with or without waiting */
    LatencyHistogramSnapshot snapshot(long admitted) {
        long[] counts = new long[LatencyHistogram.BUCKETS];
        lock.lock();
        waits.addTo(counts);
        long totalMicros = waits.totalMicros();
        lock.unlock();
        LatencyHistogramSnapshot waited = new LatencyHistogramSnapshot(counts, totalMicros);
        counts[0] += Math.max(0, admitted - waited.samples());
        return new LatencyHistogramSnapshot(counts, totalMicros);
    }
}
