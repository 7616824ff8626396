package dev.gmp.internal.channel;

import org.jspecify.annotations.Nullable;

/**
 * The values in a channel, first in, first out, in an array that grows up to the capacity: a channel that was never full takes
 * little memory. Guarded by the channel's lock, which is in the same object, as each hop to another one costs.
 */
abstract class ValueRing extends ChannelLock {

    private static final int FIRST_LENGTH = 8;
    private static final @Nullable Object[] EMPTY = {};

    final int capacity;
    private @Nullable Object[] ring = EMPTY;
    private int head;
    private int count;

    ValueRing(int capacity) {
        this.capacity = capacity;
    }

    final int count() {
        return count;
    }

    final boolean hasRoom() {
        return count < capacity;
    }

    /** Where there is room, and under the lock, which is free when it throws for want of memory. */
    final void put(Object value) {
        if (count == ring.length) {
            growOrUnlock();
        }
        int tail = head - (ring.length - count); // the sum of head and count may overflow
        ring[tail < 0 ? tail + ring.length : tail] = value;
        count++;
    }

    /** The oldest; null where it is empty. */
    final @Nullable Object take() {
        if (count == 0) {
            return null;
        }
        Object value = ring[head];
        ring[head] = null;
        head = head + 1 == ring.length ? 0 : head + 1;
        count--;
        return value;
    }

    private void growOrUnlock() {
        int length = ring.length;
        try {
            int longer = length > capacity / 2 ? capacity : Math.min(capacity, Math.max(FIRST_LENGTH, 2 * length));
            @Nullable Object[] grown = new Object[longer];
            System.arraycopy(ring, head, grown, 0, length - head);
            System.arraycopy(ring, 0, grown, length - head, head);
            ring = grown;
            head = 0;
        } catch (OutOfMemoryError e) {
            unlock();
            throw e;
        }
    }
}
