package dev.gmp.internal.runq;

import dev.gmp.internal.util.SpinLock;
import org.jspecify.annotations.Nullable;

/**
 * Deferred elements, which later ones pass: a stack, for those that came last are the likeliest to be short. No machine takes
 * from here. Thread-safe. The lock spins, and is held for a handful of instructions but by {@link #pollOldest}.
 */
public final class BacklogQueue<T extends QueueLink<T>> {

    private final SpinLock lock = new SpinLock();

    /** Guarded by the lock. */
    private @Nullable T newest;

    /** Written under the lock. */
    private volatile int size;

    /** Puts elements that were accepted before on top, the first of them topmost, and empties the batch. Takes no memory. */
    public void addAll(Batch<T> batch) {
        T first = batch.head;
        T last = batch.tail;
        if (first == null || last == null) {
            return;
        }
        int added = batch.size();
        batch.clear();
        lock.lock();
        last.next = newest;
        newest = first;
        size = size + added;
        lock.unlock();
    }

    /** Takes up to {@code most} from the top. */
    public void drainTo(Batch<T> target, int most) {
        if (isEmpty()) {
            return;
        }
        lock.lock();
        int moved = 0;
        for (T top = newest; top != null && moved < most; top = newest) {
            newest = top.next;
            target.add(top);
            moved++;
        }
        size = size - moved;
        lock.unlock();
    }

    /** Takes the one at the bottom, or returns null. It walks past all others. */
    public @Nullable T pollOldest() {
        if (isEmpty()) {
            return null;
        }
        lock.lock();
        T above = null;
        T oldest = newest;
        while (oldest != null && oldest.next != null) {
            above = oldest;
            oldest = oldest.next;
        }
        if (above != null) {
            above.next = null;
        } else {
            newest = null;
        }
        size = oldest == null ? 0 : size - 1;
        lock.unlock();
        return oldest;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }
}
