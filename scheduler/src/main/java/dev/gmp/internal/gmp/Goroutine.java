package dev.gmp.internal.gmp;

import dev.gmp.internal.label.Labelled;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.runq.QueueLink;
import dev.gmp.observe.DescribedTask;
import dev.gmp.observe.LoggedName;
import org.jspecify.annotations.Nullable;

/**
 * G: a task that has been submitted and has not ended. It is runnable while a run queue owns it, and running while a
 * machine owns it. It is waiting while it is parked in no queue, and dead when it has ended.
 */
public abstract class Goroutine extends QueueLink<Goroutine> {

    /**
     * When it became runnable, in even microseconds of the scheduler's clock with the lowest bit set, if this one is
     * timed. Written by the submitter before the queue publishes it, read by the machine that takes it. While that bit
     * is not set, twice the time of {@link dev.gmp.internal.util.WaitClock} at which it parked last, or 0.
     */
    private int stamp;

    /** Whether its task has not been taken up: only then may it be discarded or handed back. */
    public abstract boolean isFresh();

    /** The class of its task; null if it is unknown or the task has ended. */
    public abstract @Nullable Class<?> taskClass();

    /** Its name in logs and snapshots: {@link #taskClass}, or a thread's name. Null if both are unknown. */
    public @Nullable Object calledBy() {
        return taskClass();
    }

    /** The same as a text that is safe for a line of a log. */
    public final @Nullable String shownName() {
        Object name = calledBy();
        if (name instanceof Class<?> task) {
            return DescribedTask.nameOf(task);
        }
        String text = name == null ? "" : name.toString();
        return text.isEmpty() ? null : LoggedName.of(text);
    }

    /** What names the kind of its task where no label does: a class, or a text. Null if it is unknown, or the task has ended. */
    public @Nullable Object taskKind() {
        return taskClass();
    }

    /** Whether it begins to run for the first time. By the machine that has taken it and not begun it yet. */
    public abstract boolean isFirstRun();

    /** Its task, or what is kept of it, with {@link Labelled} around it where it has labels or has failed. Null for none. */
    @Nullable
    Object held() {
        return null;
    }

    /** Puts something else there. */
    void hold(@Nullable Object value) {}

    /** Its labels, or null. On any thread. */
    public final @Nullable Labels labels() {
        return Labelled.labelsOf(held());
    }

    /** By the goroutine itself, or before another thread knows it. @param labels null for none */
    public final void setLabels(@Nullable Labels labels) {
        hold(Labelled.label(held(), labels));
    }

    /** The goroutine itself tells of a failure. @return false if it has told of the same exception last */
    public final boolean tryFail(Throwable thrown) {
        if (Labelled.hasFailed(held(), thrown)) {
            return false;
        }
        hold(Labelled.fail(held(), thrown));
        return true;
    }

    public final void stampReady(int micros) {
        stamp = micros | 1;
    }

    /** @return the stamp, which is taken off, or 0 */
    public final int takeReadyStamp() {
        int taken = stamp;
        if ((taken & 1) == 0) {
            return 0;
        }
        stamp = 0;
        return taken;
    }

    /** Before it waits, by its machine. @param time of {@link dev.gmp.internal.util.WaitClock} */
    public final void stampWait(int time) {
        stamp = time << 1;
    }

    /** When it parked last, as {@link dev.gmp.internal.util.WaitClock} tells it; 0 where that is not known. Means something while it waits. */
    public final int waitsSince() {
        int seen = stamp;
        return (seen & 1) == 0 ? seen >>> 1 : 0;
    }
}
