package dev.gmp.internal.timed;

import dev.gmp.internal.label.Labels;
import dev.gmp.internal.runq.AlreadyAccepted;
import dev.gmp.internal.spawn.CountedFuture;
import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.StackReserve;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A delayed or periodic task: a timer that, when it is due, becomes a goroutine that runs it. A periodic one is set again
 * when its run has ended, so its runs never overlap. Its cancellation lets go of what it would have run at once.
 */
public final class ScheduledTask<V extends @Nullable Object> extends CountedFuture<V>
        implements RunnableScheduledFuture<V>, Timer, AlreadyAccepted {

    private static final int PENDING = 0;
    private static final int TAKEN = 1;
    private static final int CANCELLED = 2;
    private static final VarHandle STAGE = FieldHandles.find(MethodHandles.lookup(), "stage", int.class);

    private final DelayedTasks owner;

    /** Positive for a fixed rate, negative for a fixed delay, zero for once. Nanoseconds. */
    private final long period;

    /** Of the goroutine that scheduled it; its runs begin with them. */
    private final @Nullable Labels labels;

    /** When it is due next, on the scheduler's clock. Written while the task is in no heap. */
    private volatile long when;

    private volatile @Nullable TimerHeap heap;
    private volatile int stage;

    ScheduledTask(DelayedTasks owner, Callable<V> callable, long when, long period, @Nullable Labels labels) {
        super(callable);
        this.owner = owner;
        this.when = when;
        this.period = period;
        this.labels = labels;
    }

    @Nullable
    Labels labels() {
        return labels;
    }

    long when() {
        return when;
    }

    /** Called before the task is added to a heap. */
    void pendingIn(TimerHeap itsHeap) {
        heap = itsHeap;
        stage = PENDING;
    }

    /** The heap was closed and has not taken it. A thread that cancelled it in between has counted what was never there. */
    void notPendingAfterAll(TimerHeap itsHeap) {
        if (!STAGE.compareAndSet(this, PENDING, TAKEN)) {
            itsHeap.cancelledInVain();
        }
    }

    @Override
    public void run() {
        if (period == 0) {
            super.run();
        } else if (owner.isShutdown()) {
            cancel(false); // while it stood in a queue
        } else if (super.runAndReset() && stage == TAKEN) { // one that another thread runs is in its heap still
            when = period > 0 ? TimerHeap.after(when, period) : TimerHeap.after(owner.now(), -period);
            setAgain();
        }
    }

    /** Without memory for its next run it has failed: no thread shall wait for it in vain. */
    private void setAgain() {
        try {
            owner.setAgain(this);
        } catch (OutOfMemoryError e) {
            setException(e);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        StackReserve.ensure();
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            leaveHeap();
        }
        return cancelled;
    }

    /** After it was cancelled while it was being set. */
    void leaveHeap() {
        TimerHeap itsHeap = heap;
        if (itsHeap != null && stage == PENDING && STAGE.compareAndSet(this, PENDING, CANCELLED)) {
            itsHeap.cancelled();
            owner.timerLeft();
        }
    }

    /** Cancels it unless it is due already, or cancelled. @return whether it was neither */
    boolean tryRecall() {
        TimerHeap itsHeap = heap;
        if (itsHeap == null || !STAGE.compareAndSet(this, PENDING, CANCELLED)) {
            return false;
        }
        itsHeap.cancelled();
        return super.cancel(false);
    }

    @Override
    public boolean tryTake() {
        return STAGE.compareAndSet(this, PENDING, TAKEN);
    }

    @Override
    public boolean isPending() {
        return stage == PENDING;
    }

    @Override
    public boolean startsGoroutine() {
        return true;
    }

    @Override
    public void fire() {
        try {
            owner.start(this);
        } catch (Throwable outOfMemory) {
            stage = PENDING;
            throw outOfMemory;
        }
    }

    @Override
    public boolean isPeriodic() {
        return period != 0;
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(when - owner.now(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        if (other == this) {
            return 0;
        }
        return other instanceof ScheduledTask<?> task && task.owner == owner
                ? Long.compare(when, task.when)
                : Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }

    // A task is known by its identity, also in its place among others.

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
