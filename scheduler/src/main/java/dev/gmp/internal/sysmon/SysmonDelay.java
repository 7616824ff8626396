package dev.gmp.internal.sysmon;

/**
 * How long sysmon waits until its next tick (Go: the delay in sysmon). Used by sysmon alone.
 *
 * <p>Each tick wakes a thread, which takes a CPU from others in the middle of something: under load that costs more than the
 * tick itself. So when goroutines wait and the scheduler is calm, every second wait lasts a time slice. The two ticks in between
 * are close enough to each other to find a goroutine that computes for more than some milliseconds.
 *
 * <p>Where the kernel lets sysmon interrupt threads that compute without a processor, there is a least time between two ticks
 * ({@link #leastNanos}).
 */
public final class SysmonDelay {

    /** How much there is to see for sysmon. */
    enum Load {
        /** No goroutine waits. */
        NONE,
        /** Goroutines wait, for processors on which none stays for long. */
        CALM,
        /** Goroutines wait. */
        FULL
    }

    static final long SHORTEST_NANOS = 20_000;
    static final long LONGEST_NANOS = 10_000_000;
    static final long LONGEST_UNDER_LOAD_NANOS = 1_000_000;

    /** Between a tick that has found nothing and one that takes a CPU from a thread that computes: that costs both. */
    static final long SHORTEST_INTERRUPTING_NANOS = 250_000;

    private static final int QUIET_TICKS_BEFORE_SLOWING = 50;

    /** Whether there were more makes no difference. */
    private static final int MOST_QUIET_TICKS = 1_000_000;

    /** A goroutine that computes for longer can be found. */
    private static final long BETWEEN_PAUSES_NANOS = 2_000_000;

    private final long pauseNanos;
    private final long betweenPausesNanos;
    private int quietTicks;
    private boolean pausesNext;
    private long delay = SHORTEST_NANOS;

    /** @param sliceNanos the time slice */
    SysmonDelay(long sliceNanos) {
        pauseNanos = Math.max(LONGEST_UNDER_LOAD_NANOS, Math.min(LONGEST_NANOS, sliceNanos));
        betweenPausesNanos = Math.min(BETWEEN_PAUSES_NANOS, pauseNanos);
    }

    /**
     * After a tick.
     *
     * @param found whether there was something to do, so that there may soon be more
     */
    void ticked(boolean found) {
        quietTicks = found ? 0 : Math.min(quietTicks + 1, MOST_QUIET_TICKS);
    }

    /** After a sleep. */
    void beginAnew() {
        quietTicks = 0;
        delay = SHORTEST_NANOS;
    }

    /** How many ticks ago there was something to do. */
    int quietTicks() {
        return quietTicks;
    }

    /** How far apart ticks that interrupt others are at the least. */
    long leastNanos() {
        return quietTicks == 0 ? 0 : SHORTEST_INTERRUPTING_NANOS;
    }

    /** Moves on to the next tick. @return how long until that */
    long advance(Load load) {
        if (quietTicks == 0) {
            delay = SHORTEST_NANOS;
        } else if (quietTicks > QUIET_TICKS_BEFORE_SLOWING) {
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
