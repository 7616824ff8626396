package dev.gmp.internal.sched;

import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.util.StackReserve;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Lets a virtual goroutine sleep by the scheduler's own timers (Go: time.Sleep); the JDK's go through threads of its own. */
final class Sleeping {

    private final Timers timers;

    Sleeping(Timers timers) {
        this.timers = timers;
    }

    /** Parks the calling virtual thread. @throws InterruptedException if it is interrupted; its status is cleared */
    void sleep(long nanos) throws InterruptedException {
        StackReserve.ensure();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Wake wake = setWake(nanos);
        while (wake.isPending()) {
            LockSupport.park(this);
            if (Thread.interrupted()) {
                wake.cancel();
                throw new InterruptedException();
            }
        }
    }

    /** Parks the calling virtual thread for a time at most, {@link TimerHeap#NEVER} for ever; it may return early. */
    void park(long nanos) {
        if (nanos == TimerHeap.NEVER) {
            LockSupport.park(this);
            return;
        }
        Wake wake = setWake(nanos);
        LockSupport.park(this);
        wake.cancel();
    }

    private Wake setWake(long nanos) {
        TimerHeap heap = timers.heap();
        Wake wake = new Wake(Thread.currentThread(), heap);
        timers.set(heap, wake, Timers.after(timers.now(), nanos));
        return wake;
    }

    /** Zero while pending. */
    private static final class Wake extends AtomicInteger implements Timer {

        private static final long serialVersionUID = 1L;
        private static final int PENDING = 0;
        private static final int TAKEN = 1;
        private static final int CANCELLED = 2;

        private final transient Thread sleeper;
        private final transient TimerHeap heap;

        Wake(Thread sleeper, TimerHeap heap) {
            this.sleeper = sleeper;
            this.heap = heap;
        }

        /** Unless it was taken. */
        void cancel() {
            if (compareAndSet(PENDING, CANCELLED)) {
                heap.cancelled();
            }
        }

        @Override
        public boolean tryTake() {
            return compareAndSet(PENDING, TAKEN);
        }

        @Override
        public boolean isPending() {
            return get() == PENDING;
        }

        @Override
        public boolean startsGoroutine() {
            return false;
        }

        @Override
        public void fire() {
            LockSupport.unpark(sleeper);
        }
    }
}
