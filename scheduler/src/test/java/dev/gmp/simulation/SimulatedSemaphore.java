package dev.gmp.simulation;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** Stands for {@link java.util.concurrent.Semaphore}, whose waiting would stop the one real thread. First come, first served. */
public class SimulatedSemaphore {

    private final Queue<Thread> waiting = new ArrayDeque<>();
    private int permits;

    public SimulatedSemaphore(int permits, boolean fair) {
        this.permits = permits;
    }

    public boolean tryAcquire() {
        Hooks.point();
        if (permits <= 0) {
            return false;
        }
        permits--;
        return true;
    }

    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        long deadline = Hooks.nanoTime() + unit.toNanos(timeout);
        Thread me = Hooks.currentThread();
        waiting.add(me);
        try {
            while (true) {
                if (Hooks.interrupted()) {
                    throw new InterruptedException();
                }
                if (waiting.peek() == me && permits > 0) {
                    permits--;
                    return true;
                }
                long left = deadline - Hooks.nanoTime();
                if (left <= 0) {
                    return false;
                }
                Hooks.parkNanos(this, left);
            }
        } finally {
            waiting.remove(me);
            wakeFirst();
        }
    }

    public void release() {
        Hooks.point();
        permits++;
        wakeFirst();
    }

    public int availablePermits() {
        Hooks.point();
        return permits;
    }

    protected void reducePermits(int reduction) {
        Hooks.point();
        permits -= reduction;
    }

    private void wakeFirst() {
        if (permits > 0 && !waiting.isEmpty()) {
            Hooks.unpark(waiting.peek());
        }
    }
}
