package dev.gmp.internal.bulkhead;

import dev.gmp.internal.bulkhead.Waiter.Standing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Places of one standing in the order of their coming, each removable at once. Guarded by the {@link SlotQueue}'s lock. */
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

    void add(T place) {
        T before = last;
        place.previous = before;
        if (before == null) {
            first = place;
        } else {
            before.next = place;
        }
        last = place;
        place.standing = standing;
        size++;
    }

    /** @return false if it is not in this list */
    boolean remove(T place) {
        if (place.standing != standing) {
            return false;
        }
        T before = place.previous;
        T after = place.next;
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
        place.previous = null;
        place.next = null;
        place.standing = Standing.OUTSIDE;
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
