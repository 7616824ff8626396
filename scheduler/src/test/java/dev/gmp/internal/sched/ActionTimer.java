package dev.gmp.internal.sched;

import dev.gmp.internal.timer.Timer;

/** A timer that is always pending, starts no goroutine, and does something when it fires. */
record ActionTimer(Runnable action) implements Timer {

    @Override
    public boolean tryTake() {
        return true;
    }

    @Override
    public boolean isPending() {
        return true;
    }

    @Override
    public boolean startsGoroutine() {
        return false;
    }

    @Override
    public void fire() {
        action.run();
    }
}
