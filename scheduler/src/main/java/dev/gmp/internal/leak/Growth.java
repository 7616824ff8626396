package dev.gmp.internal.leak;

import java.time.Duration;
import java.time.Instant;

/** How a group of goroutines has grown, as seen by look after look. For one thread. */
final class Growth {

    /** Waits are known to about 30 milliseconds. */
    private static final long ACCURACY_NANOS = 50_000_000;

    private Instant since;
    private long beganNanos;

    /** When the oldest goroutine began to wait. */
    private long oldestNanos;

    private long first;
    private long most;
    private int growths;

    /** Whether it was told to users before. */
    boolean isReported;

    Growth(Instant time, long nanoTime, long count, Duration oldest) {
        begin(time, nanoTime, count, oldest);
    }

    /**
     * Sees the whole group again. Where it has shrunk, or its oldest goroutine of then has gone on, everything begins anew.
     *
     * @param oldest how long the oldest goroutine has waited
     */
    void see(Instant time, long nanoTime, long count, Duration oldest) {
        see(time, nanoTime, count, 0, oldest, oldestNanos);
    }

    /**
     * Sees a sample of the group again. It may lack the oldest goroutine, so one that has waited all the time will do.
     *
     * @param margin how far the count may be wrong
     */
    void seeSample(Instant time, long nanoTime, long count, long margin, Duration oldest) {
        see(time, nanoTime, count, margin, oldest, beganNanos);
    }

    private void see(Instant time, long nanoTime, long count, long margin, Duration oldest, long latest) {
        boolean hasShrunk = count + margin < most;
        if (hasShrunk || nanoTime - oldest.toNanos() - latest > ACCURACY_NANOS) {
            begin(time, nanoTime, count, oldest);
        } else if (count - margin > most) {
            most = count;
            growths++;
        }
    }

    private void begin(Instant time, long nanoTime, long count, Duration oldest) {
        since = time;
        beganNanos = nanoTime;
        oldestNanos = nanoTime - oldest.toNanos();
        first = count;
        most = count;
        growths = 0;
    }

    /** At how many looks it was larger than ever before. */
    int growths() {
        return growths;
    }

    long grown() {
        return most - first;
    }

    Instant since() {
        return since;
    }
}
