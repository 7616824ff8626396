package dev.gmp.internal.util;

/** The clock of one scheduler: time since it was built. Thread-safe. */
public final class UptimeClock {

    private final long startNanos = System.nanoTime();

    public long nanos() {
        return System.nanoTime() - startNanos;
    }

    /** The clock of ready stamps: microseconds since the start, wrapping after 71 minutes. */
    public int micros() {
        return WrappingMicros.at(nanos());
    }
}
