package dev.gmp.internal.timed;

import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.timer.WakeTime;
import dev.gmp.internal.util.FieldHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The timer that ends a goroutine's timed wait, unless that ends before. */
public class SleepTimer implements Timer, WakeTime {

    private static final int PENDING = 0;
    private static final int TAKEN = 1;
    private static final int CANCELLED = 2;
    private static final VarHandle STATE = FieldHandles.find(MethodHandles.lookup(), "state", int.class);

    private final TimerHeap heap;
    private final long when;
    private volatile int state = PENDING;

    /** A thread to unpark, or a Runnable that ends the wait. Null once cancelled: the husk may stay in the heap until its time. */
    private @Nullable Object woken;

    /**
     * @param when it is due, on the scheduler's clock
     * @param woken a thread to unpark, or a Runnable that ends the wait; what that throws comes out of {@link #fire}
     */
    SleepTimer(TimerHeap heap, long when, Object woken) {
        this.heap = heap;
        this.when = when;
        this.woken = woken;
    }

    @Override
    public final long wakesAt() {
        return when;
    }

    /** The wait has ended. @return false when the timer was taken before, or this was called before */
    final boolean tryCancel() {
        if (state == PENDING && STATE.compareAndSet(this, PENDING, CANCELLED)) {
            woken = null;
            heap.cancelled();
            return true;
        }
        return false;
    }

    public final boolean isCancelled() {
        return state == CANCELLED;
    }

    /** Wakes the thread. If that fails, the timer is pending again, for the next try. */
    @Override
    public final void fire() {
        try {
            if (woken instanceof Thread sleeper) {
                LockSupport.unpark(sleeper);
            } else if (woken instanceof Runnable wake) {
                wake.run();
            }
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
