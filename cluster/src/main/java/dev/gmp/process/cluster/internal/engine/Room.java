package dev.gmp.process.cluster.internal.engine;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** How many messages may wait. */
final class Room {

    private final int size;
    private final @Nullable Room whole;
    private final AtomicInteger taken = new AtomicInteger();

    Room(int size) {
        this.size = size;
        this.whole = null;
    }

    /** A part, which is counted apart and has no limit of its own. */
    Room(Room whole) {
        this.size = Integer.MAX_VALUE;
        this.whole = whole;
    }

    boolean tryTake() {
        if (whole != null && !whole.tryTake()) {
            return false;
        }
        if (taken.incrementAndGet() <= size) {
            return true;
        }
        taken.decrementAndGet();
        return false;
    }

    /** For a message that must not be refused. */
    void take() {
        if (whole != null) {
            whole.take();
        }
        taken.incrementAndGet();
    }

    void giveBack() {
        if (whole != null) {
            whole.giveBack();
        }
        taken.decrementAndGet();
    }

    int taken() {
        return taken.get();
    }
}
