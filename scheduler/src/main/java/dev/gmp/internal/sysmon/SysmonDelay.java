package dev.gmp.internal.sysmon;

import dev.gmp.internal.util.Overdue;

/**
 * The law by which sysmon waits for its next tick. It is pure: {@link Sysmon} counts ticks, this class says how long.
 *
 * <ol>
 * <li>Not at all for ten ticks after one that took a processor from a machine that blocks: where one blocks, others do.
 * <li>Then 20 microseconds. After 50 ticks without a take they are doubled at each, up to 10 milliseconds (Go: the
 * delay in sysmon).
 * <li>At most a millisecond, the shortest slice, while goroutines wait, and either any is in overtime or one of the
 * last 100 ticks found something ({@link Retake#hasFound}).
 * <li>Not past what is due: an answer to be judged, the quota, the network.
 * <li>Where it takes a CPU from threads that compute: 20 microseconds after a take, else at least 250.
 * </ol>
 *
 * <p>Each tick wakes a thread, which takes a CPU from others in the middle of something. Under load that costs more
 * than the tick itself. So ticks are seldom while there is nothing to find.
 */
final class SysmonDelay {

    /** In nanoseconds, as in Go. The kernel makes it 70 microseconds or so. */
    static final long SHORTEST_NANOS = 20_000;

    /** In nanoseconds: an interruption costs the two threads about 30 microseconds of CPU time. */
    static final long SHORTEST_INTERRUPTING_NANOS = 250_000;

    /**
     * In ticks: a machine that was woken for the processor may block, too, as soon as it runs. With one tick at once, 1,000
     * tasks that sleep for 20 ms took 1.2 times as long, with none twice as long.
     */
    static final int TICKS_AT_ONCE = 10;

    /** In ticks, as in Go: before the delay is doubled. */
    static final int TICKS_BEFORE_SLOWING = 50;

    /** In ticks: a tenth of a second under load. After that the scheduler is taken for calm. */
    static final int TICKS_UNTIL_CALM = 100;

    private SysmonDelay() {}

    /**
     * The time to the next tick, in nanoseconds; zero for at once.
     *
     * @param sinceTake how many ticks ago a processor was taken from a machine that blocks; zero if by the last one
     * @param sinceFind how many ticks ago something was found; zero if by the last one
     * @param anyWaits whether goroutines wait and no processor is idle
     * @param anyInOvertime whether goroutines compute without a processor
     * @param interrupts whether the next tick takes a CPU from one of those
     * @param dueNanos the time to what sysmon has to do next; {@link Long#MAX_VALUE} for nothing
     */
    static long nanos(
            long sinceTake,
            long sinceFind,
            boolean anyWaits,
            boolean anyInOvertime,
            boolean interrupts,
            long dueNanos) {
        if (interrupts ? sinceTake == 0 : sinceTake < TICKS_AT_ONCE) {
            return interrupts ? SHORTEST_NANOS : 0;
        }
        boolean isWatchful = anyWaits && (anyInOvertime || sinceFind <= TICKS_UNTIL_CALM);
        long longest = Math.min(isWatchful ? PreemptionPolicy.SHORTEST_SLICE_NANOS : Overdue.NANOS, dueNanos);
        long delay = Math.min(goDelayNanos(sinceTake), longest);
        return Math.max(delay, interrupts ? SHORTEST_INTERRUPTING_NANOS : SHORTEST_NANOS);
    }

    /** Whether ticks are as rare as possible, apart from those for due work. */
    static boolean isSlowest(long sinceTake) {
        return goDelayNanos(sinceTake) == Overdue.NANOS;
    }

    private static long goDelayNanos(long sinceTake) {
        long doublings = Math.max(0, sinceTake - TICKS_BEFORE_SLOWING);
        return doublings < Integer.SIZE ? Math.min(SHORTEST_NANOS << doublings, Overdue.NANOS) : Overdue.NANOS;
    }
}
