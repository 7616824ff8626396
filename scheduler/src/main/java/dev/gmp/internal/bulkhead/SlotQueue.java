package dev.gmp.internal.bulkhead;

import dev.gmp.internal.bulkhead.Waiter.Standing;
import dev.gmp.internal.util.SpinLock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A number of slots, and a queue of those that wait for one. Thread-safe; no thread ever parks in it.
 *
 * <p>SLOT-1: while anything waits, every slot is held. A holder that gives a slot back passes it to the head of the
 * queue in the same critical section. So a later task cannot take it, and waiters get slots in the order of arrival. A
 * waiter needs no wake-up of its own: a holder is yet to end, and passes its slot on then.
 *
 * <p>One lock guards all fields, instead of an atomic for each. Otherwise a returned slot could meet a queue whose last
 * entry has just been cancelled, and each such pair would need an argument of its own. The lock is held for a few
 * assignments, without a call to foreign code, so only the operating system can delay its holder. A task takes it
 * twice. Only observers of all holders or waiters hold it for longer.
 */
public final class SlotQueue<T extends Waiter<T>> {

    public enum Entry {
        SLOT,
        QUEUED,
        FULL,
        CLOSED
    }

    /**
     * The counts at one moment.
     *
     * @param held slots that are held
     * @param waiting tasks that wait
     * @param admitted tasks that have got a slot, at once or later
     * @param queued tasks that have had to wait
     * @param withdrawn tasks that left the queue without a slot
     */
    public record Count(int held, int waiting, long admitted, long queued, long withdrawn) {

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

    /** Removes a task from the queue. @return false if it does not wait there */
    public boolean withdraw(T waiter) {
        lock.lock();
        try {
            return tryWithdraw(waiter);
        } finally {
            lock.unlock();
        }
    }

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

    /** Admits no task after its return. Waiting tasks go on waiting. */
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

    public List<T> holders() {
        lock.lock();
        try {
            return holding.copy();
        } finally {
            lock.unlock();
        }
    }

    /** The tasks that wait at this moment, the next one first. */
    public List<T> waiters() {
        lock.lock();
        try {
            return waiting.copy();
        } finally {
            lock.unlock();
        }
    }

    /** The number of tasks that have got a slot. Takes no memory, unlike {@link #count}. */
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
