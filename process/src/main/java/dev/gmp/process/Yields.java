package dev.gmp.process;

import java.util.HashSet;
import java.util.Set;

/** The yields of one process that are under way. */
final class Yields {

    /** Not completed yet. Guarded by this. */
    private final Set<Long> open = new HashSet<>();

    private long lastTag;

    /** Yielded, and their completion not handed over yet. The owner's. */
    private int awaited;

    /** By the owner. @return a tag that no yield under way has */
    synchronized long open() {
        do {
            lastTag++;
        } while (!open.add(lastTag));
        awaited++;
        return lastTag;
    }

    /** By the owner. @return false when a yield with that tag is under way */
    synchronized boolean tryOpen(long tag) {
        if (!open.add(tag)) {
            return false;
        }
        awaited++;
        return true;
    }

    /** By any thread; one of those who complete the same yield succeeds. Takes no memory. */
    synchronized boolean tryComplete(Long tag) {
        return open.remove(tag);
    }

    /** By the owner. */
    void handedOver() {
        awaited--;
    }

    /** By the owner. */
    boolean isAnyAwaited() {
        return awaited > 0;
    }
}
