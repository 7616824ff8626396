package dev.gmp.internal.idle;

import dev.gmp.internal.util.Padded;

/** How many machines look for work (Go: {@code sched.nmspinning}). Every change is a full fence, as PARK-1 asks. */
public final class SpinningMachines {

    private final Padded.Int count = new Padded.Int();

    public int count() {
        return count.get();
    }

    public boolean any() {
        return count.get() != 0;
    }

    /** Counts one machine if none spins (Go: the CAS in wakep). */
    public boolean tryBecomeOnly() {
        return count.get() == 0 && count.compareAndSet(0, 1);
    }

    public void increment() {
        count.incrementAndGet();
    }

    /** @return whether the last spinning machine was counted out */
    public boolean decrement() {
        int left = count.decrementAndGet();
        if (left < 0) {
            throw new IllegalStateException("spinning machines counted below zero");
        }
        return left == 0;
    }
}
