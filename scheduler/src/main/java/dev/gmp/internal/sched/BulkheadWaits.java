package dev.gmp.internal.sched;

import dev.gmp.internal.util.LatencyHistogram;
import dev.gmp.internal.util.SpinLock;
import dev.gmp.observe.BulkheadListener;
import dev.gmp.observe.LatencyHistogramSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** How long a bulkhead's tasks have waited for their slot. Those that did not wait are counted, without a clock. */
final class BulkheadWaits {

    private final List<BulkheadListener> listeners = new CopyOnWriteArrayList<>();
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
        tell(0);
    }

    void admittedAfter(long nanos) {
        lock.lock();
        waits.record(nanos / 1_000);
        lock.unlock();
        tell(nanos);
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

    /** What is thrown for want of memory is dropped, too: the task of which it tells has its slot. */
    private void tell(long waitedNanos) {
        if (listeners.isEmpty()) {
            return;
        }
        try {
            Duration waited = Duration.ofNanos(waitedNanos);
            for (BulkheadListener listener : listeners) {
                tell(listener, waited);
            }
        } catch (OutOfMemoryError e) {
            // as above
        }
    }

    private static void tell(BulkheadListener listener, Duration waited) {
        try {
            listener.admitted(waited);
        } catch (Throwable fromListener) {
            // Dropped, as the interface says.
        }
    }
}
