package dev.gmp.internal.timer;

/** What ends a goroutine's wait at a known time. On any thread. */
public interface WakeTime {

    /** When, in nanoseconds on the scheduler's clock. */
    long wakesAt();

    /** False once the wait has ended. */
    boolean isPending();
}
