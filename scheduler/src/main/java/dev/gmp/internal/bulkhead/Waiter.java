package dev.gmp.internal.bulkhead;

import org.jspecify.annotations.Nullable;

/**
 * An entry of a {@link SlotQueue}: it waits in the queue, or holds a slot, or neither, before and after. Its fields are
 * guarded by the queue's lock.
 */
public abstract class Waiter<T extends Waiter<T>> {

    enum Standing {
        OUTSIDE,
        WAITING,
        HOLDING
    }

    Standing standing = Standing.OUTSIDE;

    @Nullable
    T previous;

    @Nullable
    T next;
}
