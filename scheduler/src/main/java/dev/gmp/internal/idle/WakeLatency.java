package dev.gmp.internal.idle;

/**
 * How much later than asked the operating system ends a timed park, so that what must be awake at a time can ask for
 * less. On Linux that is 50 microseconds by which it may put timers off to end several at once ({@code
 * PR_SET_TIMERSLACK}), and the time that an idle CPU takes to wake.
 *
 * <p>The estimate falls at once to what a park was late by and rises slowly, so few sleepers wake too early. One that
 * does waits for the rest on its CPU, because another park would be as late as the first. A bounded part of the time
 * goes there, so that many short sleeps do not keep a CPU busy.
 *
 * <p>For one thread at a time, which the caller sees to.
 */
public final class WakeLatency {

    /** Nanoseconds. No more is asked for less, however late a park is: then CPUs are short, and none was slow to wake. */
    static final long MOST_NANOS = 200_000;

    /** For how many nanoseconds a CPU is kept at most: the kernel's slack. With more left, another park ends in time. */
    static final long LONGEST_SPIN_NANOS = 50_000;

    /** How long no spin follows a spin, in its lengths: at most a 17th of the time is spent so. */
    static final int REST_AFTER_SPIN = 16;

    /** A 32nd of the difference: a disturbed park in between changes little. */
    private static final int RISE_SHIFT = 5;

    private long estimate;
    private long spinUntil;
    private long restUntil;

    /**
     * How long to park in order to be awake after the given time; 0 to wait on the CPU for a moment and ask again.
     *
     * @param nanos more than 0
     * @param now on a clock that does not go backwards and began at 0
     */
    public long toPark(long nanos, long now) {
        if (nanos > estimate) {
            return nanos - estimate;
        }
        if (now >= restUntil && nanos <= LONGEST_SPIN_NANOS) {
            spinUntil = now + nanos;
            restUntil = spinUntil + REST_AFTER_SPIN * nanos;
        }
        return now < spinUntil ? 0 : nanos;
    }

    /** A park has ended. One that took less than asked was ended by another thread, and says nothing. */
    public void parked(long asked, long took) {
        long late = Math.min(took - asked, MOST_NANOS);
        if (late >= estimate) {
            estimate += (late - estimate) >> RISE_SHIFT;
        } else if (late >= 0) {
            estimate = late;
        }
    }
}
