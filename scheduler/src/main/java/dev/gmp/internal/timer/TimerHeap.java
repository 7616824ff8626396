package dev.gmp.internal.timer;

import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.Occupancy;
import dev.gmp.internal.util.Padding;
import dev.gmp.internal.util.SpinLock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one processor (Go: {@code timers}). Any thread adds, takes and cancels; a lock that spins is held for a
 * few steps of the heap. Times are nanoseconds on one clock, {@link #NEVER} is none. Go keeps all timers in the heap.
 * Here timers that are not due soon wait in buckets, and only those set when the time of their bucket has come enter
 * the heap.
 *
 * <p>Cancelling is lazy, as in Go: the timer stays as a husk until it would be due, or until husks are more than a
 * quarter of all. Then the next cancellation removes all of them. So a cancellation costs a constant number of steps,
 * and at most a third as many husks as timers are kept. The last few that no timer is beside are thrown out by a thread
 * that has nothing else to wait for.
 *
 * <p>TIMER-1: a timer that was added is pending, or taken, or cancelled; exactly one of them. A timer that starts a
 * goroutine is counted in {@code started} before it is in {@code taken}. The timers that have left are read before
 * those added. So a thread that finds none pending, and reads {@code started} after that, misses nothing. A closed heap
 * takes no new timers, and says so under its lock.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock, read without
public final class TimerHeap extends Padding {

    public static final long NEVER = Long.MAX_VALUE;

    /**
     * From this many timers at once on, batches count more than single moments, because each check costs as much as
     * many timers do.
     */
    static final int FLOOD = 16;

    /** At least so long after a flood no others are taken. The kernel wakes no sleeper more exactly (Linux: timer slack). */
    static final long SLACK_NANOS = 50_000;

    /** This many husks may stay, however few timers are left: to remove them costs more than they do. */
    private static final int FEW_HUSKS = 32;

    private static final VarHandle CANCELLED = FieldHandles.find(MethodHandles.lookup(), "cancelled", long.class);

    private final SpinLock lock = new SpinLock();
    private final Occupancy occupancy;
    private final int index;

    /** Whether the bit is set (MASK-1, in {@link Occupancy}). Guarded by the lock. */
    private boolean marked;

    /** The timers that were due soon when set. Guarded by the lock, like the next three. */
    private final FourAryHeap heap = new FourAryHeap();

    private final NextTimers next = new NextTimers();

    private final FarTimers far = new FarTimers();
    private boolean closed;

    /** The timers that could not be fired, and the time of the next try. Guarded by the lock. */
    private @Nullable DueBatch givenBack;

    private long givenBackWhen = NEVER;

    /** Until when no further check is needed. Guarded by the lock. */
    private long restsUntil = Long.MIN_VALUE;

    /** When to check next. Written under the lock. */
    private volatile long earliest = NEVER;

    /** Whether its processor was asked to check at once. Unset under the lock. */
    private volatile boolean urgent;

    /** Timers ever added, and those of them that left when they were due. Written under the lock. */
    private volatile long added;

    private volatile long taken;

    /** Goroutines that timers have become, ever. Written under the lock. */
    private volatile long started;

    /** Husks that have been thrown out. Written under the lock. */
    private volatile long swept;

    /** Timers ever cancelled. */
    private volatile long cancelled;

    @SuppressWarnings({"unused", "UnusedVariable"})
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** One that is alone. */
    public TimerHeap() {
        this(new Occupancy(1), 0);
    }

    /** @param index its bit */
    public TimerHeap(Occupancy occupancy, int index) {
        this.occupancy = occupancy;
        this.index = index;
    }

    /** A delay after a time, and never {@link #NEVER}; a negative delay counts as none. */
    public static long after(long time, long delay) {
        return delay <= 0 ? time : delay < NEVER - 1 - time ? time + delay : NEVER - 1;
    }

    /** Adds a timer. Not a full fence. @return false when the heap is closed; nothing was added then */
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

    /** {@link #add} for what the scheduler is bound to already; a closed heap takes it too. */
    public void addAnyway(Timer timer, long when) {
        lock.lock();
        try {
            push(timer, when);
        } finally {
            lock.unlock();
        }
    }

    /**
     * When to check next: when the earliest is due, or {@link #NEVER}. Too early perhaps, when that one was cancelled; and
     * later by up to {@link #SLACK_NANOS}, when a flood was taken a moment ago.
     */
    public long earliest() {
        return earliest;
    }

    /** Asks its processor, which has other goroutines to run, to check before the next one. By sysmon. */
    public void askForCheck() {
        if (!urgent) {
            urgent = true;
        }
    }

    /** Whether it was asked, and has not been checked since. */
    public boolean isUrgent() {
        return urgent;
    }

    /** The number of timers that are neither taken nor cancelled; too high for a moment while timers leave. */
    public int pending() {
        long left = taken + cancelled;
        return (int) Math.min(added - left, Integer.MAX_VALUE);
    }

    /** How many of the timers taken so far start a goroutine. */
    public long started() {
        return started;
    }

    /**
     * Takes timers that are due, the earliest first, as many as there is room for.
     *
     * @return how many; fewer than there is room for when no more are due, or when another thread is at it
     */
    public int takeDue(long now, @Nullable Timer[] into) {
        if (earliest > now || !lock.tryLock()) {
            return 0;
        }
        int count = 0;
        int starting = 0;
        int husks = 0;
        try {
            husks = far.moveDue(now, next, heap);
            while (givenBackWhen <= now && givenBack != null && count < into.length) {
                Timer again = removeGivenBack(givenBack);
                if (again.tryTake()) {
                    into[count++] = again;
                    starting += again.startsGoroutine() ? 1 : 0;
                } else {
                    husks++;
                }
            }
            while (count < into.length && firstWhen() <= now) {
                Timer first;
                if (next.firstWhen() <= heapWhen()) {
                    first = next.removeFirst();
                    if (next.isEmpty()) {
                        husks += moveDueOrWait(now);
                    }
                } else {
                    first = heap.first();
                    heap.removeFirst();
                }
                if (first.tryTake()) {
                    into[count++] = first;
                    starting += first.startsGoroutine() ? 1 : 0;
                } else {
                    husks++;
                }
            }
            return count;
        } finally {
            started += starting;
            taken += count;
            if (count >= FLOOD && count < into.length) {
                restsUntil = now + SLACK_NANOS;
            }
            swept += husks;
            if (urgent) {
                urgent = false;
            }
            publishEarliest();
            lock.unlock();
        }
    }

    /**
     * Puts back what was taken and could not be fired; they are pending again. Takes no memory.
     *
     * @param batch is the heap's from now on
     */
    public void giveBack(DueBatch batch, long when) {
        batch.forgetOthers();
        lock.lock();
        added += batch.size();
        batch.next = givenBack;
        givenBack = batch;
        givenBackWhen = Math.min(givenBackWhen, when);
        mark();
        earliest = Math.min(earliest, givenBackWhen);
        lock.unlock();
    }

    /** A pending timer of this heap was cancelled, by the caller; it refuses to be taken from now on. */
    public void cancelled() {
        long all = (long) CANCELLED.getAndAdd(this, 1L) + 1;
        long husks = all - swept;
        if (husks > FEW_HUSKS && husks > pending() / 3 && lock.tryLock()) {
            try {
                sweep();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Throws husks out where no timer is pending beside them: then no machine needs to wake for this heap. Takes no memory. */
    public void dropHusksAlone() {
        if (earliest != NEVER && pending() <= 0) {
            lock.lock();
            try {
                sweep();
            } finally {
                lock.unlock();
            }
        }
    }

    /** A timer was cancelled that this heap never had. */
    public void cancelledInVain() {
        CANCELLED.getAndAdd(this, -1L);
    }

    /** Clears the bit where there is no timer. Not while another thread is at it. */
    public void unmarkIfEmpty() {
        if (earliest == NEVER && lock.tryLock()) {
            if (marked && earliest == NEVER) {
                marked = false;
                occupancy.clear(index);
            }
            lock.unlock();
        }
    }

    /** From its return on no timer can be added. */
    public void close() {
        lock.lock();
        closed = true;
        lock.unlock();
    }

    /** The timers here now, husks among them. */
    public List<Timer> all() {
        List<Timer> all = new ArrayList<>();
        lock.lock();
        try {
            heap.forEach(all::add);
            next.forEach(all::add);
            far.forEach(all::add);
            for (DueBatch batch = givenBack; batch != null; batch = batch.next) {
                for (int i = 0; i < batch.size(); i++) {
                    all.add(batch.get(i));
                }
            }
        } finally {
            lock.unlock();
        }
        return all;
    }

    /** While timers have been taken that are not to be lost: memory may be there when they are taken next. */
    private int moveDueOrWait(long now) {
        try {
            return far.moveDue(now, next, heap);
        } catch (OutOfMemoryError e) {
            return 0;
        }
    }

    private Timer removeGivenBack(DueBatch first) {
        Timer timer = first.removeLast();
        if (first.size() == 0) {
            givenBack = first.next;
            givenBackWhen = givenBack == null ? NEVER : givenBackWhen;
        }
        return timer;
    }

    private void mark() {
        if (!marked) {
            marked = true;
            occupancy.set(index);
        }
    }

    private void push(Timer timer, long when) {
        mark();
        if (!far.tryAdd(timer, when)) {
            heap.add(timer, when);
        }
        added++;
        long next = Math.max(when, restsUntil);
        if (next < earliest) {
            earliest = next;
        }
    }

    private void sweep() {
        int before = heap.size();
        heap.retainPending();
        swept += before - heap.size() + next.retainPending() + far.sweep();
        publishEarliest();
    }

    private void publishEarliest() {
        long next = Math.max(Math.min(Math.min(firstWhen(), far.earliest()), givenBackWhen), restsUntil);
        if (next != earliest) {
            earliest = next;
        }
    }

    /** When the first is due of those that are not far ahead. */
    private long firstWhen() {
        return Math.min(next.firstWhen(), heapWhen());
    }

    private long heapWhen() {
        return heap.size() == 0 ? NEVER : heap.firstWhen();
    }
}
