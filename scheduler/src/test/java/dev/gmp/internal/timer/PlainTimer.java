package dev.gmp.internal.timer;

import java.util.concurrent.atomic.AtomicInteger;

/** A timer that remembers what became of it. */
final class PlainTimer implements Timer, Comparable<PlainTimer> {

    private static final int PENDING = 0;
    private static final int TAKEN = 1;
    private static final int CANCELLED = 2;

    private final long when;
    private final AtomicInteger stage = new AtomicInteger();

    PlainTimer(long when) {
        this.when = when;
    }

    long when() {
        return when;
    }

    boolean tryCancel() {
        return stage.compareAndSet(PENDING, CANCELLED);
    }

    boolean isTaken() {
        return stage.get() == TAKEN;
    }

    @Override
    public boolean tryTake() {
        return stage.compareAndSet(PENDING, TAKEN);
    }

    @Override
    public boolean isPending() {
        return stage.get() == PENDING;
    }

    @Override
    public boolean startsGoroutine() {
        return true;
    }

    @Override
    public void fire() {}

    @Override
    public int compareTo(PlainTimer other) {
        return Long.compare(when, other.when);
    }
}
