package dev.gmp.internal.sysmon;

/**
 * How long sysmon waits until its next look (Go: the delay in sysmon). Used by sysmon alone.
 *
 * <p>Each look wakes a thread, which takes a CPU from others in the middle of something: under load that costs more than the
 * look itself. So when goroutines wait and all seems well, every second wait lasts a time slice; the two looks in between are
 * close enough to each other to find whoever computes for more than some milliseconds.
 *
 * <p>Where the kernel lets sysmon interrupt those who compute without a processor, there is a least time between two looks
 * ({@link #leastNanos}). While many do, nobody's CPU is idle for want of a look, and it is longer.
 */
public final class SysmonDelay {

    /** How much there is to see for sysmon. */
    enum Load {
        /** Nobody waits. */
        NONE,
        /** Goroutines wait, for processors on which nobody stays for long. */
        CALM,
        /** Goroutines wait. */
        FULL
    }

    static final long SHORTEST_NANOS = 20_000;
    static final long LONGEST_NANOS = 10_000_000;
    static final long LONGEST_UNDER_LOAD_NANOS = 1_000_000;

    /** Between a look that has found nothing and one that takes a CPU from somebody who computes: that costs both. */
    static final long SHORTEST_INTERRUPTING_NANOS = 250_000;

    private static final int QUIET_LOOKS_BEFORE_SLOWING = 50;

    /** Nobody asks whether there were more. */
    private static final int MOST_QUIET_LOOKS = 1_000_000;

    /** Short looks after a sleep: work that comes now and then must not pay for a millisecond of them each time. */
    private static final int FIRST_LOOKS = 10;

    /** Whoever computes for longer can be seen to. */
    private static final long BETWEEN_PAUSES_NANOS = 2_000_000;

    private final long pauseNanos;
    private final long betweenPausesNanos;
    private int quietLooks;
    private int foundInARow;
    private boolean confirms;
    private boolean pausesNext;
    private long delay = SHORTEST_NANOS;

    /** @param sliceNanos the time slice */
    SysmonDelay(long sliceNanos) {
        pauseNanos = Math.max(LONGEST_UNDER_LOAD_NANOS, Math.min(LONGEST_NANOS, sliceNanos));
        betweenPausesNanos = Math.min(BETWEEN_PAUSES_NANOS, pauseNanos);
    }

    /**
     * After a look.
     *
     * @param found whether there was something to do, so that there may soon be more
     * @param suspects whether it saw somebody who may block, which another look at once is to tell
     */
    void looked(boolean found, boolean suspects) {
        confirms = suspects && !confirms;
        if (found || !confirms) { // else what it saw is not known yet
            quietLooks = found ? 0 : Math.min(quietLooks + 1, MOST_QUIET_LOOKS);
            foundInARow = found ? foundInARow + 1 : 0;
        }
    }

    /** Whether the next look is due at once, to confirm what the last one suspects. Never twice in a row. */
    boolean confirms() {
        return confirms;
    }

    /** After a sleep. */
    void beginAnew() {
        quietLooks = QUIET_LOOKS_BEFORE_SLOWING - FIRST_LOOKS;
        delay = SHORTEST_NANOS;
    }

    /** How many looks ago there was something to do. */
    int quietLooks() {
        return quietLooks;
    }

    /**
     * How far apart looks that interrupt others are at the least.
     *
     * @param crowded whether so many compute without a processor that the CPUs stay busy until a later look. Then one machine
     *     that blocks is no sign of more, but two in a row are.
     */
    long leastNanos(boolean crowded) {
        if (foundInARow > 1 || (foundInARow == 1 && !crowded)) {
            return 0;
        }
        return crowded && foundInARow == 0 ? LONGEST_UNDER_LOAD_NANOS : SHORTEST_INTERRUPTING_NANOS;
    }

    long nextNanos(Load load) {
        if (quietLooks == 0) {
            delay = SHORTEST_NANOS;
        } else if (quietLooks > QUIET_LOOKS_BEFORE_SLOWING) {
            delay *= 2;
        }
        delay = Math.min(delay, load == Load.NONE ? LONGEST_NANOS : LONGEST_UNDER_LOAD_NANOS);
        if (load != Load.CALM || delay < LONGEST_UNDER_LOAD_NANOS) {
            pausesNext = false;
            return delay;
        }
        long wait = pausesNext ? pauseNanos : betweenPausesNanos;
        pausesNext = !pausesNext;
        return wait;
    }
}
