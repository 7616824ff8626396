package dev.gmp.internal.bulkhead;

import dev.gmp.internal.bulkhead.Waiter.Standing;
import dev.gmp.internal.util.SpinLock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A number of slots, and a queue of those that wait for one. Thread-safe; no thread ever parks in it.
 *
 * <p>SLOT-1: while anything waits, every slot is held. A holder that gives a slot back passes it to the head of the queue, in the
 * same critical section; so none that comes later can take it, and waiters get theirs in the order of their coming.
 * What waits therefore needs no wake-up of its own: some holder is yet to end, and that is when the next one begins.
 *
 * <p>One lock guards everything, and not a set of atomics. Whether there is a slot, whether the queue has room, which is next
 * and which have left are one question; with an atomic for each, a slot that is given back could meet a queue that is empty
 * because its last entry has just been cancelled, and each such pair wants an argument of its own. The lock is held for a
 * few assignments, without a call to foreign code, so a thread that has it is only ever delayed by the operating system. A task
 * takes it twice. Only what reads all holders or all waiters holds it for longer, and never for a task's sake.
 */
public final class SlotQueue<T extends Waiter<T>> {

    /** What became of one that came. */
    public enum Entry {
        /** It holds a slot. */
        SLOT,
        /** It waits. */
        QUEUED,
        /** Every slot is held and the queue is full. */
        FULL,
        /** The queue was closed before. */
        CLOSED
    }

    /**
     * How things stand at one moment.
     *
     * @param held slots that are held
     * @param waiting how many wait
     * @param admitted how many have got a slot so far, at once or later
     * @param queued how many had to wait for it, so far
     * @param withdrawn how many left the queue without a slot
     */
    public record Count(int held, int waiting, long admitted, long queued, long withdrawn) {

        /** How many have given their slot back. */
        public long ended() {
            return admitted - held;
        }
    }

    private final SpinLock lock = new SpinLock();
    private final int slots;
    private final int capacity;
    private final WaiterList<T> holding = new WaiterList<>(Standing.HOLDING);
    private final WaiterList<T> waiting = new WaiterList<>(Standing.WAITING);
    private long admitted;
    private long queued;
    private long withdrawn;

    /** Written under the lock. */
    private volatile boolean closed;

    /**
     * @param slots at least 1
     * @param capacity of the queue, at least 0
     */
    public SlotQueue(int slots, int capacity) {
        this.slots = slots;
        this.capacity = capacity;
    }

    /** @param waiter one that has never been here */
    public Entry enter(T waiter) {
        lock.lock();
        try {
            if (closed) {
                return Entry.CLOSED;
            }
            if (holding.size() < slots) {
                holding.add(waiter);
                admitted++;
                return Entry.SLOT;
            }
            if (waiting.size() >= capacity) {
                return Entry.FULL;
            }
            waiting.add(waiter);
            queued++;
            return Entry.QUEUED;
        } finally {
            lock.unlock();
        }
    }

    /** A holder gives its slot back. @return what holds it from now on, or null if none waited */
    public @Nullable T leave(T holder) {
        lock.lock();
        try {
            if (!holding.remove(holder)) {
                throw new IllegalStateException("the task holds no slot");
            }
            T next = waiting.first();
            if (next != null) {
                waiting.remove(next);
                holding.add(next);
                admitted++;
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Takes one out of the queue. @return false if it does not wait there (any more) */
    public boolean withdraw(T waiter) {
        lock.lock();
        try {
            return tryWithdraw(waiter);
        } finally {
            lock.unlock();
        }
    }

    /** Takes the one out of the queue that has waited longest; null if none waits. */
    public @Nullable T withdrawOldest() {
        lock.lock();
        try {
            T oldest = waiting.first();
            if (oldest != null) {
                tryWithdraw(oldest);
            }
            return oldest;
        } finally {
            lock.unlock();
        }
    }

    /** Admits none from its return on. Waiters go on waiting. */
    public void close() {
        lock.lock();
        closed = true;
        lock.unlock();
    }

    public boolean isClosed() {
        return closed;
    }

    /** Whether it is closed, and none waits or holds a slot: then it stays so. */
    public boolean isFinished() {
        if (!closed) {
            return false;
        }
        lock.lock();
        boolean empty = holding.size() == 0 && waiting.size() == 0;
        lock.unlock();
        return empty;
    }

    /** Those that hold a slot at this moment. */
    public List<T> holders() {
        lock.lock();
        try {
            return holding.copy();
        } finally {
            lock.unlock();
        }
    }

    /** Those that wait at this moment, the next one first. */
    public List<T> waiters() {
        lock.lock();
        try {
            return waiting.copy();
        } finally {
            lock.unlock();
        }
    }

    /** How many have got a slot so far. Takes no memory, unlike {@link #count}. */
    public long admitted() {
        lock.lock();
        long now = admitted;
        lock.unlock();
        return now;
    }

    public Count count() {
        lock.lock();
        try {
            return new Count(holding.size(), waiting.size(), admitted, queued, withdrawn);
        } finally {
            lock.unlock();
        }
    }

    private boolean tryWithdraw(T waiter) {
        boolean waited = waiting.remove(waiter);
        if (waited) {
            withdrawn++;
        }
        return waited;
    }
}
