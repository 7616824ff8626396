package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.internal.util.Overdue;
import dev.gmp.internal.util.Padded;
import dev.gmp.internal.util.SafeLog;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Polls the network, and readies goroutines whose channels are ready (Go: the calls of {@code netpoll} and {@code
 * injectglist} in {@code proc.go}).
 *
 * <p>NETPOLL-1: while a goroutine waits for a channel, a thread is bound to poll: the poller, a machine that spins, or
 * a processor that is busy. The poller is a machine without a processor that blocks in the netpoller. A machine with a
 * processor polls when it is out of goroutines, unless it spins: then it comes to V2, or polls between two naps beside
 * a runnext. Where it is not for long, sysmon polls.
 *
 * <pre>
 *     a goroutine is about to park        machine about to park       the poller has been woken
 *  N1 waiters.increment()              V1 processor into the idle   R1 poller = null
 *  N2 its machine looks for work          set, spinning.decrement() R2 processors idle? take one, or
 *     sooner or later: V1              V2 waiters and no poller?       poll again
 *                                         become the poller
 * </pre>
 *
 * The goroutine runs on a processor, whose machine comes to V2 after N1 if it finds nothing else to do. Where it hands
 * the processor over instead, {@link #afterIdle} looks in its place. Either V2 sees R1, or R2 sees V1.
 *
 * <p>NETPOLL-2: no waker relies on a machine while it polls; it does not spin. A selector takes monitors, and so do
 * goroutines that set an interest. From JDK 24 on, a virtual thread that waits for a monitor is off its machine. The
 * first of them in the monitor's queue must run before the next one gets the monitor, even a free one. With a machine there
 * that spins, no other would be woken to run that goroutine: both would wait for each other for ever.
 *
 * <p>A harvest lasts from the begin of a machine's poll until the last goroutine that it found is ready. A poll takes
 * up to 128 goroutines out of their slots before the first of them stands in a queue. A machine that looks for work
 * meanwhile sees empty queues, and no other may poll. If it gave up, it would become the poller. It would find the
 * events of goroutines that have not yet run, take away the interests of all of them, and be woken again a moment
 * later. So it waits for the first of them instead, as long as spinning costs less than that.
 *
 * <p>No invariant rests on that wait. The machine that waits is one that spins, of which there are never more than half
 * as many as are busy. It is counted as spinning until its search is over, and looks once more after that, so PARK-1
 * (in {@link WakeUp}) is kept as without the wait. It comes to its other duties, timers that are due, a request to end,
 * the loss of its processor or a pause, later by the longest wait at most. Sysmon and the poller, which poll without a
 * processor, are not waited for: that was tried with the poller, and changed nothing.
 */
public final class NetworkPoller {

    private static final SafeLog POLL_FAILED =
            SafeLog.detached(NetworkPoller.class, Level.ERROR, "the network poller failed");

    /** How long no thread has polled when an idle processor does; sysmon waits for {@link Overdue}. It costs no other a CPU. */
    private static final long NEGLECTED_IN_LEISURE_NANOS = 1_000_000;

    /**
     * Of the harvests of a hundred busy connections on two CPUs, half took 65 to 131 microseconds, 4 in 100 took longer; the
     * first goroutine is queued before. A machine that takes much longer has lost its CPU. Without the wait, the 99th percentile
     * of their round trips was 2.0 to 4.0 times as long, 4.6 milliseconds instead of 1.3.
     */
    static final long LONGEST_WAIT_NANOS = 100_000;

    private final SchedulerState state;
    private final Netpoll netpoll;
    private final WakeUp wakeUp;
    private final LongSupplier clock;

    /** Machines that are harvesting. */
    private final Padded.Int harvests = new Padded.Int();

    private final AtomicReference<@Nullable Machine> poller = new AtomicReference<>();

    public NetworkPoller(SchedulerState state, WakeUp wakeUp) {
        this(state, wakeUp, System::nanoTime);
    }

    /** @param clock for the wait for a harvest, in nanoseconds */
    NetworkPoller(SchedulerState state, WakeUp wakeUp, LongSupplier clock) {
        this.state = state;
        this.netpoll = state.netpoll();
        this.wakeUp = wakeUp;
        this.clock = clock;
    }

    /**
     * Readies what is ready, by a machine with a processor that has nothing to do; not by one that spins (NETPOLL-2). It
     * spins afterwards, so that whether it leaves work for others is looked at when it takes up its own.
     *
     * @return whether there was anything; it stands in the machine's own queue, or in the global one if it has lost that
     */
    boolean pollNow(Machine machine) {
        if (machine.isSpinning() || !isUnattended()) {
            return false;
        }
        beginHarvest();
        try {
            List<Thread> ready = tryPollNow();
            if (ready.isEmpty()) {
                return false;
            }
            state.idle().startSpinning(machine);
            readyAll(ready);
            return true;
        } finally {
            endHarvest();
        }
    }

    void beginHarvest() {
        harvests.incrementAndGet();
    }

    /** In any case, also without memory. */
    void endHarvest() {
        harvests.decrementAndGet();
    }

    /** For a machine that spins, and harvests nothing itself: until there is work to be seen, or no more to be hoped for. */
    void awaitHarvest() {
        if (harvests.get() == 0) {
            return;
        }
        long begin = clock.getAsLong();
        while (harvests.get() > 0 && !wakeUp.workIsVisible() && clock.getAsLong() - begin < LONGEST_WAIT_NANOS) {
            Thread.onSpinWait();
        }
    }

    /** By sysmon, which knows the time. */
    public void pollIfNeglected(long now) {
        if (isUnattended()) {
            long since = now - netpoll.lastPoll();
            if (since > Overdue.NANOS) {
                readyAll(netpoll.pollNow());
            } else if (since > NEGLECTED_IN_LEISURE_NANOS) {
                afterIdle();
            }
        }
    }

    /** Whether sysmon should look often. */
    public boolean wantsTicks() {
        return isUnattended() && state.idle().processors().any();
    }

    /** A processor has gone idle, and no machine parks with it (Go: handoffp starts a machine that polls). */
    void afterIdle() {
        if (isUnattended()
                && !state.idle().spinning().any()
                && state.idle().processors().any()) {
            wakeUp.wakeOne();
        }
    }

    /** Whether goroutines wait and no machine blocks for them. */
    public boolean isUnattended() {
        return netpoll.hasWaiters() && poller.get() == null;
    }

    /** @return whether the machine, which has no processor, shall block in the netpoller */
    boolean tryBecomePoller(Machine machine) {
        return isUnattended() && poller.compareAndSet(null, machine);
    }

    /** R1 of NETPOLL-1. */
    void stepDown() {
        poller.set(null);
    }

    /** As above, for a machine that may be another's successor, or not a poller. */
    void stepDown(Machine machine) {
        poller.compareAndSet(machine, null);
    }

    /** Blocks until a goroutine is ready, the machine is woken, or the time is over. */
    List<Thread> poll(long nanos) {
        try {
            return netpoll.poll(nanos);
        } catch (Throwable failure) {
            return afterFailure(failure);
        }
    }

    /**
     * From a machine with a processor into its own queue, else into the global one (Go: injectglist): each unpark comes back by
     * the thread's scheduler to {@link Readying#ready}.
     */
    static void readyAll(List<Thread> ready) {
        for (int i = 0; i < ready.size(); i++) { // an iterator takes memory, and no other thread knows of them
            LockSupport.unpark(ready.get(i));
        }
    }

    private List<Thread> tryPollNow() {
        try {
            return netpoll.pollNow();
        } catch (Throwable failure) {
            return afterFailure(failure);
        }
    }

    /** A failure does not take a machine down, and does not let it try again at once. */
    private List<Thread> afterFailure(Throwable failure) {
        POLL_FAILED.log(failure);
        LockSupport.parkNanos(this, Overdue.NANOS);
        return List.of();
    }
}
