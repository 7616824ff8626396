package dev.gmp.internal.bulkhead;

import dev.gmp.internal.bulkhead.Waiter.Standing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waiters of one standing in the order of their coming, each removable at once. Guarded by the {@link SlotQueue}'s lock. */
public final class WaiterList<T extends Waiter<T>> {

    private final Standing standing;
    private @Nullable T first;
    private @Nullable T last;
    private int size;

    WaiterList(Standing standing) {
        this.standing = standing;
    }

    int size() {
        return size;
    }

    @Nullable
    T first() {
        return first;
    }

    void add(T waiter) {
        T before = last;
        waiter.previous = before;
        if (before == null) {
            first = waiter;
        } else {
            before.next = waiter;
        }
        last = waiter;
        waiter.standing = standing;
        size++;
    }

    boolean remove(T waiter) {
        if (waiter.standing != standing) {
            return false;
        }
        T before = waiter.previous;
        T after = waiter.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        waiter.previous = null;
        waiter.next = null;
        waiter.standing = Standing.OUTSIDE;
        size--;
        return true;
    }

    List<T> copy() {
        List<T> all = new ArrayList<>(size);
        for (T each = first; each != null; each = each.next) {
            all.add(each);
        }
        return all;
    }
}
