package dev.gmp.internal.timed;

import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.timer.WakeTime;
import dev.gmp.internal.util.FieldHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The timer that ends a goroutine's timed wait, unless that ends before. */
public abstract class SleepTimer implements Timer, WakeTime {

    private static final int PENDING = 0;
    private static final int TAKEN = 1;
    private static final int CANCELLED = 2;
    private static final VarHandle STATE = FieldHandles.find(MethodHandles.lookup(), "state", int.class);

    private final TimerHeap heap;
    private final long when;
    private volatile int state = PENDING;

    /** @param when it is due, on the scheduler's clock */
    SleepTimer(TimerHeap heap, long when) {
        this.heap = heap;
        this.when = when;
    }

    @Override
    public final long wakesAt() {
        return when;
    }

    /** The wait has ended. @return false when the timer was taken before, or this was called before */
    final boolean tryCancel() {
        if (state == PENDING && STATE.compareAndSet(this, PENDING, CANCELLED)) {
            forget();
            heap.cancelled();
            return true;
        }
        return false;
    }

    /** Forgets the thread of a timer that never fires. Its husk may stay in the heap until its time. */
    abstract void forget();

    /** Ends the wait. What it throws comes out of {@link #fire}. */
    abstract void wake();

    /** Wakes the thread. If that fails, the timer is pending again, for the next try. */
    @Override
    public final void fire() {
        try {
            wake();
        } catch (Throwable failure) {
            state = PENDING;
            throw failure;
        }
    }

    @Override
    public final boolean tryTake() {
        return STATE.compareAndSet(this, PENDING, TAKEN);
    }

    @Override
    public final boolean isPending() {
        return state == PENDING;
    }

    @Override
    public final boolean startsGoroutine() {
        return false;
    }
}
