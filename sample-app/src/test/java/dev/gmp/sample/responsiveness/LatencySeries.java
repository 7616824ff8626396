package dev.gmp.sample.responsiveness;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntConsumer;

/**
 * The latencies of requests that are due at a steady pace. Each is counted from when it was due, not from when it was
 * sent, so that a request which held up the next ones counts for them, too.
 */
public final class LatencySeries {

    static final int PER_SECOND = 200;

    private static final long PERIOD_NANOS = 1_000_000_000L / PER_SECOND;

    /** By request; 0 while it is unanswered. */
    private final AtomicLongArray nanos;

    private volatile long startNanos;

    public LatencySeries(int seconds) {
        nanos = new AtomicLongArray(seconds * PER_SECOND);
    }

    /** Sends all requests from a thread of their own, each when it is due or as soon as the one before it lets it. */
    public Thread send(long start, IntConsumer request) {
        startNanos = start;
        Thread sender = new Thread(() -> {
            for (int i = 0; i < nanos.length(); i++) {
                sleepUntil(due(i));
                request.accept(i);
            }
        });
        sender.setDaemon(true);
        sender.start();
        return sender;
    }

    /** The request is answered now. */
    public void answered(int request) {
        nanos.set(request, Math.max(1, System.nanoTime() - due(request)));
    }

    int seconds() {
        return nanos.length() / PER_SECOND;
    }

    /** Requests that were due in these seconds and are not answered. */
    int unanswered(int fromSecond, int toSecond) {
        int unanswered = 0;
        for (int i = fromSecond * PER_SECOND; i < toSecond * PER_SECOND; i++) {
            unanswered += nanos.get(i) == 0 ? 1 : 0;
        }
        return unanswered;
    }

    /** Of the requests that were due in these seconds; infinite when so many of them are unanswered. */
    public double quantileMillis(int fromSecond, int toSecond, double quantile) {
        long[] sorted = new long[(toSecond - fromSecond) * PER_SECOND];
        for (int i = 0; i < sorted.length; i++) {
            long each = nanos.get(fromSecond * PER_SECOND + i);
            sorted[i] = each == 0 ? Long.MAX_VALUE : each;
        }
        Arrays.sort(sorted);
        long value = sorted[Math.max(0, (int) Math.ceil(quantile * sorted.length) - 1)];
        return value == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : value / 1e6;
    }

    /** A copy that stays as it is, whatever is answered later. */
    LatencySeries copy() {
        LatencySeries copy = new LatencySeries(seconds());
        copy.startNanos = startNanos;
        for (int i = 0; i < nanos.length(); i++) {
            copy.nanos.set(i, nanos.get(i));
        }
        return copy;
    }

    static void sleepUntil(long nanoTime) {
        try {
            long left = nanoTime - System.nanoTime();
            if (left > 0) {
                Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private long due(int request) {
        return startNanos + request * PERIOD_NANOS;
    }
}
