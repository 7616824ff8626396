package dev.gmp.internal.runq;

import dev.gmp.internal.util.SpinLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Deferred elements, which later ones pass: the newest come back first, for those are the likeliest to be short. No machine
 * takes from here. Thread-safe. The lock spins, and is held for a handful of instructions but where one end has run out: then
 * half of what is at the other is moved there.
 */
public final class BacklogQueue<T extends QueueLink<T>> {

    private final SpinLock lock = new SpinLock();

    /** Guarded by the lock, like the next: the newest on top. */
    private final Stack<T> newest = new Stack<>();

    /** The older ones, the oldest on top. */
    private final Stack<T> oldest = new Stack<>();

    /** Written under the lock. */
    private volatile int size;

    /** Written by the one thread that moves elements. */
    private volatile boolean isMoving;

    private volatile boolean movesEnded;

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
        newest.push(first, last, added);
        size = newest.size + oldest.size;
        lock.unlock();
    }

    /** Takes up to {@code most} of the newest. */
    public void drainTo(Batch<T> target, int most) {
        if (isEmpty()) {
            return;
        }
        lock.lock();
        for (int moved = 0; moved < most; moved++) {
            T next = newest.pop(oldest);
            if (next == null) {
                break;
            }
            target.add(next);
        }
        size = newest.size + oldest.size;
        lock.unlock();
    }

    public @Nullable T pollOldest() {
        if (isEmpty()) {
            return null;
        }
        lock.lock();
        T taken = oldest.pop(newest);
        size = newest.size + oldest.size;
        lock.unlock();
        return taken;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    /** As {@link GlobalRunQueue#showEstimated}. */
    public int showEstimated(Predicate<? super T> viewer) {
        int before = size;
        int shown = QueueLink.showEstimated(newest.top, before, viewer);
        shown += QueueLink.showEstimated(oldest.top, before - shown, viewer);
        return Math.max(0, Math.min(before, size) - shown);
    }

    /**
     * Before the one thread that does it moves elements between here and other queues.
     *
     * @return false after {@link #endMoves}; then it moves none
     */
    public boolean tryBeginMove() {
        isMoving = true;
        if (movesEnded) {
            isMoving = false;
        }
        return isMoving;
    }

    /** All of them are in a queue again. */
    public void endMove() {
        isMoving = false;
    }

    /** Lets no further move begin. A move under way goes on: see {@link #isMoving}. Any thread. */
    public void endMoves() {
        movesEnded = true;
    }

    /** Whether a move is under way, so that goroutines may be in no queue. Any thread. */
    public boolean isMoving() {
        return isMoving;
    }

    private static final class Stack<T extends QueueLink<T>> {
        private @Nullable T top;
        private int size;

        void push(T first, T last, int added) {
            last.next = top;
            top = first;
            size += added;
        }

        /** Takes the top, or returns null. If there is none, the lower half of the other is turned over onto it before. */
        @Nullable
        T pop(Stack<T> other) {
            if (size == 0) {
                turnOver(other);
            }
            T popped = top;
            if (popped != null) {
                top = popped.next;
                popped.next = null;
                size--;
            }
            return popped;
        }

        private void turnOver(Stack<T> other) {
            int kept = other.size / 2;
            T lower = other.cutBehind(kept);
            size = other.size - kept;
            other.size = kept;
            while (lower != null) {
                T next = lower.next;
                lower.next = top;
                top = lower;
                lower = next;
            }
        }

        private @Nullable T cutBehind(int kept) {
            T last = top;
            for (int i = 1; i < kept && last != null; i++) {
                last = last.next;
            }
            if (kept == 0 || last == null) {
                T all = top;
                top = null;
                return all;
            }
            T rest = last.next;
            last.next = null;
            return rest;
        }
    }
}
