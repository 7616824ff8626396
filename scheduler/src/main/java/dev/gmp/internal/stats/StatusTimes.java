package dev.gmp.internal.stats;

import dev.gmp.internal.util.SpinLock;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.GoroutineTimes;
import java.time.Duration;

/**
 * The time that all goroutines together have spent in each status. The sum over goroutines of their time in a status is
 * the integral over time of the number of goroutines in it. So it takes a count now and then, and no clock reading for
 * each goroutine. A count holds until the next one. Thread-safe.
 */
public final class StatusTimes {

    /** How often to count. */
    static final long PERIOD_NANOS = 10_000_000;

    private static final long SECOND_NANOS = 1_000_000_000;

    private static final GoroutineTimes NONE =
            new GoroutineTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** Guards what follows. Sysmon takes it (LOCK-1, in {@link dev.gmp.internal.sched.MachinePool}). */
    private final SpinLock lock = new SpinLock();

    private GoroutineCounts counts = new GoroutineCounts(0, 0, 0, 0);

    private GoroutineTimes times = NONE;

    private volatile long countedAt;

    /** The latest moment that was told; it stays once there is an end. */
    private long toldAt;

    private boolean ended;

    /** @param now as {@link System#nanoTime}, as all others here */
    StatusTimes(long now) {
        countedAt = now;
        toldAt = now;
    }

    boolean isDue(long now) {
        return now - countedAt >= PERIOD_NANOS;
    }

    /** @param now a little before this is called, maybe: what was told meanwhile stays */
    void count(GoroutineCounts latest, long now) {
        lock.lock();
        try {
            if (ended) {
                return; // it began to count before
            }
            long moment = notBeforeTold(now);
            times = sum(moment);
            counts = latest;
            countedAt = moment;
        } finally {
            lock.unlock();
        }
    }

    /** Never goes back as {@code now} goes on. */
    GoroutineTimes at(long now) {
        lock.lock();
        try {
            if (ended) {
                return sum(toldAt);
            }
            toldAt = notBeforeTold(now);
            return sum(now);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the last count: no goroutines are left. Takes no memory. */
    void end(long now) {
        lock.lock();
        try {
            toldAt = notBeforeTold(now);
            ended = true;
        } finally {
            lock.unlock();
        }
    }

    private long notBeforeTold(long now) {
        return now - toldAt < 0 ? toldAt : now;
    }

    private GoroutineTimes sum(long now) {
        long since = Math.max(0, now - countedAt);
        return new GoroutineTimes(
                times.runnable().plus(product(counts.runnable(), since)),
                times.running().plus(product(counts.running(), since)),
                times.waiting().plus(product(counts.waiting(), since)),
                times.syscall().plus(product(counts.syscall(), since)));
    }

    /** Without {@link Duration#multipliedBy}, which takes decimal numbers for it. */
    private static Duration product(long goroutines, long nanos) {
        return Duration.ofSeconds(nanos / SECOND_NANOS * goroutines, nanos % SECOND_NANOS * goroutines);
    }
}
