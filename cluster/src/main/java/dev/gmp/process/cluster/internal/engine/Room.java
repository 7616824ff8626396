package dev.gmp.process.cluster.internal.engine;

import java.util.concurrent.atomic.AtomicInteger;

/** How many messages may wait. */
final class Room {

    private final int size;
    private final AtomicInteger taken = new AtomicInteger();

    Room(int size) {
        this.size = size;
    }

    boolean tryTake() {
        if (taken.incrementAndGet() <= size) {
            return true;
        }
        taken.decrementAndGet();
        return false;
    }

    /** For a message that must not be refused. */
    void take() {
        taken.incrementAndGet();
    }

    void giveBack() {
        taken.decrementAndGet();
    }

    int taken() {
        return taken.get();
    }
}
