package dev.gmp.internal.util;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread in at a time. One that has waited for long goes in all the same: the thread before it may be a goroutine of a
 * scheduler that has stalled.
 */
public final class PatientLock {

    private final ReentrantLock lock = new ReentrantLock();
    private final int seconds;

    /** @param seconds the longest wait */
    public PatientLock(int seconds) {
        this.seconds = seconds;
    }

    /** @return false, without waiting, if another thread is in */
    public boolean tryLock() {
        return lock.tryLock();
    }

    /** Interrupted, it goes in at once, and stays interrupted. */
    public void lock() {
        try {
            lock.tryLock(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public void unlock() {
        if (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }
}
