package dev.gmp.simulation;

/** The time of a simulation. It moves only when threads do. */
final class SimulatedClock {
    private final Choice choice;

    /** Whether each thread has a CPU of its own: then time advances by a step when each that can go on has made one. */
    private final boolean parallel;

    private long nanos = 1_000_000_000;

    /** Less than a nanosecond, in parts of which as many make one as threads can go on. */
    private long nanoParts;

    SimulatedClock(Choice choice, boolean parallel) {
        this.choice = choice;
        this.parallel = parallel;
    }

    long nanos() {
        return nanos;
    }

    boolean isParallel() {
        return parallel;
    }

    /** One thread has been using its CPU for so long. */
    void advance(long byNanos) {
        if (parallel) {
            nanoParts += byNanos;
            int runnable = choice.runnable();
            nanos += nanoParts / runnable;
            nanoParts %= runnable;
        } else {
            nanos += byNanos;
        }
    }

    /** All threads have been standing still for so long. */
    void stop(long forNanos) {
        nanos += forNanos;
    }

    /** No thread can go on before a later time. */
    void passTo(long time) {
        nanos = Math.max(nanos, time);
    }
}
