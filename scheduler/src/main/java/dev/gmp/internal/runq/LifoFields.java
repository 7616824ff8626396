package dev.gmp.internal.runq;

import dev.gmp.internal.util.Occupancy;
import org.jspecify.annotations.Nullable;

/** The words that the owner of a {@link LifoRunQueue} and its thieves share, between two paddings. */
abstract class LifoFields<T extends QueueLink<T>> extends LocalRunQueue<T> {

    final @Nullable Object[] ring;
    final int mask;

    /** Bottom, top and released, in one word: see {@link LifoRunQueue}. Only ever written atomically. */
    volatile long ends;

    LifoFields(int capacity, Occupancy occupancy, int index) {
        super(occupancy, index);
        ring = new Object[capacity];
        mask = capacity - 1;
    }
}
