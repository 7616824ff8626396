package dev.gmp.internal.idle;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Parked entries, the latest on top (Go: {@code sched.midle}): the warmest is woken first, and those at the bottom grow
 * old enough to end. Lock-free.
 *
 * <p>PARKED-1: an entry leaves exactly once, either popped by a waker or withdrawn by its owner; both decide by one CAS
 * on the entry. A new entry is made for each park, so a stack of links cannot be confused by one that returns (the ABA
 * problem).
 *
 * <p>A withdrawn entry stays linked until a pop drops it, or until more have been withdrawn than are left: what
 * withdraws then unlinks them all. That needs no CAS below the top. An entry that has left never comes back, so a link
 * may pass over it at any time. A link that a slower thread puts back only leads to entries that have left, and on from
 * there.
 */
public final class ParkedStack<T> {

    private final AtomicReference<@Nullable Entry<T>> top = new AtomicReference<>();
    private final AtomicInteger size = new AtomicInteger();

    /** Since the last time that they were unlinked. */
    private final AtomicInteger withdrawn = new AtomicInteger();

    public Entry<T> push(T value) {
        Entry<T> entry = new Entry<>(value);
        size.incrementAndGet();
        while (true) {
            Entry<T> below = top.get();
            entry.below = below;
            if (top.compareAndSet(below, entry)) {
                return entry;
            }
        }
    }

    /** @return the one that parked last, now the caller's to wake, or null */
    public @Nullable T pop() {
        while (true) {
            Entry<T> entry = top.get();
            if (entry == null) {
                return null;
            }
            if (top.compareAndSet(entry, entry.below) && entry.leave()) {
                size.decrementAndGet();
                return entry.value;
            }
        }
    }

    /** @return false when a waker has popped the entry before */
    public boolean withdraw(Entry<T> entry) {
        boolean left = entry.leave();
        if (left && withdrawn.incrementAndGet() > size.decrementAndGet()) {
            withdrawn.set(0);
            unlinkWithdrawn();
        }
        return left;
    }

    /** Whether a {@link #pop} would find none. Also false while only withdrawn entries are left. */
    public boolean isEmpty() {
        return top.get() == null;
    }

    /** How many are parked; exact while none moves. */
    public int size() {
        return size.get();
    }

    private void unlinkWithdrawn() {
        Entry<T> entry = top.get();
        while (entry != null && entry.hasLeft()) {
            top.compareAndSet(entry, entry.below);
            entry = top.get();
        }
        while (entry != null) {
            Entry<T> below = entry.below;
            while (below != null && below.hasLeft()) {
                below = below.below;
            }
            entry.below = below;
            entry = below;
        }
    }

    public static final class Entry<T> {
        private final T value;
        private final AtomicInteger gone = new AtomicInteger();
        private volatile @Nullable Entry<T> below;

        private Entry(T value) {
            this.value = value;
        }

        private boolean leave() {
            return gone.compareAndSet(0, 1);
        }

        private boolean hasLeft() {
            return gone.get() != 0;
        }
    }
}
