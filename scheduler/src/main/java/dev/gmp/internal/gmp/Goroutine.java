package dev.gmp.internal.gmp;

import dev.gmp.internal.runq.QueueLink;
import org.jspecify.annotations.Nullable;

/**
 * G: a task that has been submitted and has not ended. It is runnable while a run queue owns it, and running while a
 * machine owns it. It is waiting while it is parked in no queue, and dead when it has ended.
 */
public abstract class Goroutine extends QueueLink<Goroutine> {

    /**
     * When it became runnable, in microseconds of the scheduler's clock, if this one is timed; else 0. Written by the
     * submitter before the queue publishes it, read by the machine that takes it.
     */
    private int readyMicros;

    /** Whether its task has not been taken up: only then may it be discarded or handed back. */
    public abstract boolean isFresh();

    /** The class of its task; null if it is unknown or the task has ended. */
    public abstract @Nullable Class<?> taskClass();

    /** Its name in logs and snapshots: {@link #taskClass}, or a thread's name. Null if both are unknown. */
    public @Nullable Object calledBy() {
        return taskClass();
    }

    /** Whether it begins to run for the first time. By the machine that has taken it and not begun it yet. */
    public abstract boolean isFirstRun();

    public final void stampReady(int micros) {
        readyMicros = micros == 0 ? 1 : micros;
    }

    /** @return the stamp, which is taken off, or 0 */
    public final int takeReadyStamp() {
        int stamp = readyMicros;
        if (stamp != 0) {
            readyMicros = 0;
        }
        return stamp;
    }
}
