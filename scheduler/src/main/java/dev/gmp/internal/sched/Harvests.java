package dev.gmp.internal.sched;

import dev.gmp.internal.util.Padded;
import java.util.function.LongSupplier;

/**
 * How many machines are readying what the network has for them, from the begin of their poll to the last goroutine.
 *
 * <p>A poll takes up to 128 goroutines out of their slots before the first of them stands in a queue. A machine that looks for
 * work meanwhile sees empty queues, and nobody else may poll. If it gave up, it would become the poller (NETPOLL-1, in
 * {@link Netpolling}), find the events of goroutines that have not yet run, take away the interests of all of them, and be
 * woken again a moment later: so it waits for the first of them instead, as long as spinning costs less than that.
 *
 * <p>Nothing rests on it. The machine that waits is one that spins, of which there are never more than half as many as are
 * busy. It is counted as spinning until its search is over, and looks once more after that, so PARK-1 (in {@link WakeUp}) is
 * kept as without the wait. It comes to its other duties, timers that are due, a request to end, the loss of its processor or
 * a pause, later by the longest wait at most. Sysmon and the poller, which poll without a processor, are not waited for: that
 * was tried with the poller, and changed nothing.
 */
public final class Harvests {

    /**
     * Of the harvests of a hundred busy connections on two CPUs, half took 65 to 131 microseconds, 4 in 100 took longer; the
     * first goroutine is queued before. Whoever takes much longer has lost its CPU.
     */
    static final long LONGEST_WAIT_NANOS = 100_000;

    private final WakeUp wakeUp;
    private final LongSupplier clock;
    private final Padded.Int count = new Padded.Int();

    public Harvests(WakeUp wakeUp) {
        this(wakeUp, System::nanoTime);
    }

    /** @param clock in nanoseconds */
    public Harvests(WakeUp wakeUp, LongSupplier clock) {
        this.wakeUp = wakeUp;
        this.clock = clock;
    }

    void begin() {
        count.incrementAndGet();
    }

    /** In any case, also without memory. */
    void end() {
        count.decrementAndGet();
    }

    /** For a machine that spins, and harvests nothing itself: until there is work to be seen, or no more to be hoped for. */
    void awaitFirst() {
        if (count.get() == 0) {
            return;
        }
        long begin = clock.getAsLong();
        while (count.get() > 0 && !wakeUp.workIsVisible() && clock.getAsLong() - begin < LONGEST_WAIT_NANOS) {
            Thread.onSpinWait();
        }
    }
}
