package dev.gmp.internal.runq;

import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.Occupancy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The words that the owner of a {@link RingRunQueue} and its thieves share, between two paddings. */
abstract class RingFields<T extends QueueLink<T>> extends LocalRunQueue<T> {

    static final VarHandle HEAD = FieldHandles.find(MethodHandles.lookup(), "head", int.class);
    static final VarHandle TAIL = FieldHandles.find(MethodHandles.lookup(), "tail", int.class);
    static final VarHandle RUN_NEXT = FieldHandles.find(MethodHandles.lookup(), "runNext", QueueLink.class);

    final @Nullable Object[] ring;
    final int mask;

    /** The next to take. Moved by owner and thieves with a CAS, so it only grows. */
    volatile int head;

    /** The next to fill. Written by the owner alone, with release; read plainly by it, with acquire by thieves. */
    int tail;

    /** The goroutine that runs next, in the time slice of the one that readied it. Exchanged by any thread. */
    volatile @Nullable QueueLink<?> runNext;

    /** How often the owner has taken runnext, a little behind for others. Written by the owner alone. */
    int runNextTaken;

    RingFields(int capacity, Occupancy occupancy, int index) {
        super(occupancy, index);
        ring = new Object[capacity];
        mask = capacity - 1;
    }
}
