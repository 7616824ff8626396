package dev.gmp.internal.timer;

import java.util.concurrent.ScheduledFuture;

/** Waits of virtual goroutines that a scheduler's own timers end. Called on its machines' threads. */
public interface TimedWaits {

    /**
     * Parks the calling virtual goroutine for a time (Go: time.Sleep).
     *
     * @throws InterruptedException if it is interrupted; its interrupt status is cleared
     */
    void sleep(long nanos) throws InterruptedException;

    /**
     * Parks the calling virtual goroutine (Go: gopark). It may return early, as {@link
     * java.util.concurrent.locks.LockSupport#park} does, and does at an interrupt.
     *
     * @param blocker says what it waits for, as there
     * @param nanos for how long at most; {@link Long#MAX_VALUE} for ever
     */
    void park(Object blocker, long nanos);

    /**
     * Ends the park of a goroutine that is leaving this machine, and lives until then.
     *
     * @param wake what ends it
     * @return what takes the timer back when the park has ended before
     */
    ScheduledFuture<?> wakeAfter(Runnable wake, long nanos);
}
