package dev.gmp.internal.runq;

import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.Occupancy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The words that the owner of a {@link LifoRunQueue} and its thieves share, between two paddings. */
abstract class LifoFields<T extends QueueLink<T>> extends LocalRunQueue<T> {

    static final VarHandle ENDS = FieldHandles.find(MethodHandles.lookup(), "ends", long.class);

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
