package dev.gmp.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Stands for {@link java.util.concurrent.CountDownLatch}. */
public final class SimulatedLatch {

    private final List<Thread> waiting = new ArrayList<>();
    private long count;

    public SimulatedLatch(int count) {
        this.count = count;
    }

    public void countDown() {
        Hooks.point();
        if (count > 0 && --count == 0) {
            waiting.forEach(Hooks::unpark);
        }
    }

    public long getCount() {
        Hooks.point();
        return count;
    }

    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        long deadline = Hooks.nanoTime() + unit.toNanos(timeout);
        waiting.add(Hooks.currentThread());
        while (count > 0) {
            if (Hooks.interrupted()) {
                throw new InterruptedException();
            }
            long left = deadline - Hooks.nanoTime();
            if (left <= 0) {
                return false;
            }
            Hooks.parkNanos(this, left);
        }
        return true;
    }
}
