package dev.gmp.internal.timer;

import dev.gmp.internal.util.Padding;
import dev.gmp.internal.util.SpinLock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one processor (Go: {@code timers}). Any thread adds, takes and cancels; a lock that spins is held for a
 * few steps of the heap. Times are nanoseconds on one clock, {@link #NEVER} is none.
 *
 * <p>Cancelling is lazy, as in Go: the timer stays as a husk until it would be due, or until husks are more than a quarter
 * of the heap; then whoever cancels next throws all of them out. So a cancellation costs a constant number of steps, and
 * no more than a third as many husks as timers are kept.
 *
 * <p>TIMER-1: a timer that was added is pending, or taken, or cancelled; exactly one of them. One that starts a goroutine
 * is counted in {@code started} before it leaves {@code pending}: who reads pending first and started second misses
 * nothing. A closed heap takes no new timers, and says so under its lock.
 */
public final class TimerHeap extends Padding {

    public static final long NEVER = Long.MAX_VALUE;

    private static final int FEW_HUSKS = 16;
    private static final VarHandle PENDING;
    private static final VarHandle HUSKS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PENDING = lookup.findVarHandle(TimerHeap.class, "pending", int.class);
            HUSKS = lookup.findVarHandle(TimerHeap.class, "husks", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SpinLock lock = new SpinLock();

    /** Guarded by the lock, like the next. */
    private final FourAryHeap heap = new FourAryHeap();

    private boolean closed;

    /** When the first of the heap is due, a husk perhaps. Written under the lock. */
    private volatile long earliest = NEVER;

    /** Timers added, neither taken nor cancelled. */
    private volatile int pending;

    /** Cancelled ones that are still in the heap. */
    private volatile int husks;

    /** Goroutines that timers have become, ever. Written under the lock. */
    private volatile long started;

    @SuppressWarnings({"unused", "UnusedVariable"})
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /**
     * Adds a timer. Not a full fence.
     *
     * @return false when the heap is closed; nothing was added then
     */
    public boolean add(Timer timer, long when) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            push(timer, when);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The same for what the scheduler is bound to already; a closed heap takes it too. */
    public void addAnyway(Timer timer, long when) {
        lock.lock();
        try {
            push(timer, when);
        } finally {
            lock.unlock();
        }
    }

    /** When the earliest is due, or {@link #NEVER}; too early perhaps, when that one was cancelled. */
    public long earliest() {
        return earliest;
    }

    public int pending() {
        return pending;
    }

    /** How many of the timers taken so far start a goroutine. */
    public long started() {
        return started;
    }

    /**
     * Takes timers that are due, the earliest first, as many as there is room for.
     *
     * @return how many; fewer than there is room for when no more are due, or when somebody else is at it
     */
    public int takeDue(long now, @Nullable Timer[] into) {
        if (earliest > now || !lock.tryLock()) {
            return 0;
        }
        try {
            int count = 0;
            int gone = 0;
            int starting = 0;
            while (heap.size() > 0 && heap.firstWhen() <= now && count < into.length) {
                Timer first = heap.first();
                heap.removeFirst();
                if (first.tryTake()) {
                    into[count++] = first;
                    starting += first.startsGoroutine() ? 1 : 0;
                } else {
                    gone++;
                }
            }
            started += starting;
            PENDING.getAndAdd(this, -count);
            HUSKS.getAndAdd(this, -gone);
            publishEarliest();
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** A pending timer of this heap was cancelled, by whoever calls; it refuses to be taken from now on. */
    public void cancelled() {
        int now = (int) HUSKS.getAndAdd(this, 1) + 1;
        PENDING.getAndAdd(this, -1);
        if (now > FEW_HUSKS && now > pending / 3 && lock.tryLock()) {
            try {
                clean();
            } finally {
                lock.unlock();
            }
        }
    }

    /** From its return on no timer can be added. */
    public void close() {
        lock.lock();
        closed = true;
        lock.unlock();
    }

    /** The timers in the heap now, husks among them. */
    public List<Timer> all() {
        List<Timer> all = new ArrayList<>();
        lock.lock();
        try {
            heap.forEach(all::add);
        } finally {
            lock.unlock();
        }
        return all;
    }

    private void push(Timer timer, long when) {
        heap.add(timer, when);
        PENDING.getAndAdd(this, 1);
        publishEarliest();
    }

    private void clean() {
        int before = heap.size();
        heap.retainPending();
        HUSKS.getAndAdd(this, heap.size() - before);
        publishEarliest();
    }

    private void publishEarliest() {
        long first = heap.size() == 0 ? NEVER : heap.firstWhen();
        if (first != earliest) {
            earliest = first;
        }
    }
}
