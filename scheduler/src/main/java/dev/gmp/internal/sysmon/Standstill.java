package dev.gmp.internal.sysmon;

/**
 * How long there has been work and no progress, as somebody has seen it who looks about once a second. A pause in which
 * nobody looks counts for two seconds at most: the whole JVM may have stood still, for a collection of garbage or because
 * its process was stopped, which is no fault of a scheduler. Owned by one thread.
 */
public final class Standstill {

    static final long LONGEST_LOOK_NANOS = 2_000_000_000L;

    private long progress = -1;
    private long lastLook;
    private long nanos;

    /**
     * @param current any number that changes with every progress
     * @param workWaits whether there is something to be done
     * @return nanoseconds; zero if there has been progress since the last look, or no work
     */
    long look(long current, boolean workWaits, long now) {
        nanos = current == progress && workWaits ? nanos + Math.min(now - lastLook, LONGEST_LOOK_NANOS) : 0;
        progress = current;
        lastLook = now;
        return nanos;
    }
}
