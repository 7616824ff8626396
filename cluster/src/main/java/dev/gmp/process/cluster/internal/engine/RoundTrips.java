package dev.gmp.process.cluster.internal.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Tells listeners how long one question in {@value #SAMPLING_PERIOD} took until its answer. */
final class RoundTrips {

    private static final int SAMPLING_PERIOD = 64;
    private static final long NOT_TIMED = 0;

    private final List<Consumer<Duration>> listeners = new CopyOnWriteArrayList<>();

    void add(Consumer<Duration> listener) {
        listeners.add(listener);
    }

    /** The time of a question that is asked now. */
    long begin(long number) {
        return number % SAMPLING_PERIOD == 0 && !listeners.isEmpty() ? System.nanoTime() | 1 : NOT_TIMED;
    }

    void end(long begun) {
        if (begun != NOT_TIMED) {
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            listeners.forEach(listener -> listener.accept(took));
        }
    }
}
