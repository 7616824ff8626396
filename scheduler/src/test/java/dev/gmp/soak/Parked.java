package dev.gmp.soak;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Threads that park until another wakes one, whichever comes first. */
final class Parked {

    private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();

    /** Parks the caller until its turn to be woken, or until it is interrupted. */
    void park() {
        Waiter waiter = new Waiter(Thread.currentThread());
        waiters.add(waiter);
        while (!waiter.woken && !waiter.thread.isInterrupted()) {
            LockSupport.park(this);
        }
    }

    /** @return whether there was one */
    boolean wakeOne() {
        Waiter waiter = waiters.poll();
        if (waiter == null) {
            return false;
        }
        waiter.woken = true;
        LockSupport.unpark(waiter.thread);
        return true;
    }

    void wakeAll() {
        while (wakeOne()) {
            // until none is left
        }
    }

    private static final class Waiter {

        private final Thread thread;
        private volatile boolean woken;

        Waiter(Thread thread) {
            this.thread = thread;
        }
    }
}
