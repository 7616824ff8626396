package dev.gmp.process.internal.controlblock;

import java.util.HashMap;
import java.util.Map;

/** The yields of one process that are under way: from the step that asked for one to the step that gets its completion. */
public final class Yields {

    private enum State {
        OPEN,
        COMPLETED
    }

    /** By their tags. Guarded by this. */
    private final Map<Long, State> underWay = new HashMap<>();

    private long lastTag;

    /** By the owner. @return a tag that no yield under way has */
    public synchronized long open() {
        do {
            lastTag++;
        } while (!tryOpen(lastTag));
        return lastTag;
    }

    /** By the owner. @return false when a yield with that tag is under way */
    public synchronized boolean tryOpen(long tag) {
        return underWay.putIfAbsent(tag, State.OPEN) == null;
    }

    /** By any thread; one of those that complete the same yield succeeds. Takes no memory. */
    public synchronized boolean tryComplete(Long tag) {
        return underWay.replace(tag, State.OPEN, State.COMPLETED);
    }

    /** By the owner. */
    public synchronized void handedOver(Long tag) {
        underWay.remove(tag);
    }

    /** By the owner. */
    public synchronized boolean isAnyUnderWay() {
        return !underWay.isEmpty();
    }
}
