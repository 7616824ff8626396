package dev.gmp.internal.runq;

import dev.gmp.internal.util.Occupancy;
import dev.gmp.internal.util.SpinYield;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Last in, first out for its owner, first in, first out for thieves: a bounded deque.
 *
 * <pre>
 *        released          top                                    bottom
 *            v              v                                        v
 *   ring . . [copied by     [    ] [    ] [    ] [    ] [    ] [    ]  . . .
 *             one thief]    thieves: CAS  -->           &lt;--  owner: CAS and add
 * </pre>
 *
 * <p>STEAL-1: each element leaves once. On the deque of Chase and Lev ("Dynamic Circular Work-Stealing Deque", SPAA
 * 2005) the owner takes without a CAS while at least two elements are left. That is right while a thief takes one
 * element. It is wrong when a thief takes half of them with one CAS of top: the owner may by then have taken part of
 * that half from the other end. So here all ends stand in one word, and owner and thieves change that word.
 *
 * <p>A thief first moves top, which makes the elements its own, then copies them, then sets {@code released}, which
 * gives the slots back to the owner. Until then no other thief claims any, and the owner does not overwrite them.
 * Copying first would fail each time that the owner moves; and the word could come back to its old value with other
 * elements in the slots. After Tokio's queue, which does the same for a queue that is first in, first out ({@code
 * queue.rs}, {@code steal_into2}).
 *
 * <p>The owner writes a slot before it adds to bottom; a thief reads the slot after the CAS that follows. Adding is a
 * full fence, the S2 of PARK-1. A slot keeps its reference until it is used again.
 */
public final class LifoRunQueue<T extends QueueLink<T>> extends LifoFields<T> {

    /** How many come from the global queue at once: one that runs, and up to 16 more. */
    private static final int LARGEST_BATCH = 17;

    private static final int BOTTOM_SHIFT = 48;
    private static final int TOP_SHIFT = 16;
    private static final int INDEX_MASK = 0xFFFF;
    private static final long ONE_BELOW = 1L << BOTTOM_SHIFT;

    /** The result of {@link #claim} for no elements. */
    private static final int NONE = 0;

    /** Keeps the fields above off the cache line of whatever the heap puts behind this object. */
    @SuppressWarnings({"unused", "UnusedVariable"})
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** One that is alone. */
    public LifoRunQueue(int capacity) {
        this(capacity, new Occupancy(1), 0);
    }

    /**
     * @param capacity a power of two, at least 4; smaller than {@link #CAPACITY} only for model checkers
     * @param index its bit
     */
    public LifoRunQueue(int capacity, Occupancy occupancy, int index) {
        super(requirePowerOfTwo(capacity), occupancy, index);
    }

    // Owner

    /** There is no place before the bottom of the deque: the element comes back. */
    @Override
    public T exchangeRunNext(T element) {
        return element;
    }

    @Override
    public @Nullable T pollRunNext() {
        return null;
    }

    /** At the bottom. A full fence. */
    @Override
    public boolean offer(T element) {
        long e = (long) ENDS.getAcquire(this);
        if (room(e) == 0) {
            return false;
        }
        mark();
        ring[bottom(e) & mask] = element;
        ENDS.getAndAdd(this, ONE_BELOW);
        return true;
    }

    @Override
    public void offerAll(Batch<T> batch) {
        long e = (long) ENDS.getAcquire(this);
        int count = Math.min(room(e), batch.size());
        mark();
        for (int i = count - 1; i >= 0; i--) {
            ring[(bottom(e) + i) & mask] = batch.remove();
        }
        ENDS.getAndAdd(this, count * ONE_BELOW);
    }

    @Override
    public int largestBatch() {
        return Math.min(LARGEST_BATCH, ring.length / 2);
    }

    /** The oldest half for the batch; the element itself stays, as the newest. While a thief copies, it goes alone. */
    @Override
    public @Nullable Batch<T> tryTakeHalf(T element) {
        if (room((long) ENDS.getAcquire(this)) > 0) {
            return null;
        }
        Batch<T> batch = new Batch<>();
        int claimed = claim(ring.length / 2);
        if (claimed == NONE) {
            batch.add(element);
            return batch;
        }
        for (int i = 0; i < count(claimed); i++) {
            batch.add(cast(ring[(first(claimed) + i) & mask]));
        }
        release();
        if (!offer(element)) {
            batch.add(element);
        }
        return batch;
    }

    /** From the bottom, the newest. */
    @Override
    public @Nullable T poll() {
        long e = (long) ENDS.getAcquire(this);
        while (size(e) > 0) {
            long witness = (long) ENDS.compareAndExchange(this, e, e - ONE_BELOW);
            if (witness == e) {
                return cast(ring[(bottom(e) - 1) & mask]);
            }
            e = witness;
        }
        return null;
    }

    @Override
    public boolean isLastInFirstOut() {
        return true;
    }

    // Any thread

    @Override
    public boolean isEmpty() {
        return isRingEmpty();
    }

    @Override
    public boolean isRingEmpty() {
        return size((long) ENDS.getVolatile(this)) == 0;
    }

    @Override
    public int estimatedSize() {
        return size((long) ENDS.getAcquire(this));
    }

    @Override
    public @Nullable T peekRunNext() {
        return null;
    }

    @Override
    public int estimatedTaken() {
        return top((long) ENDS.getAcquire(this));
    }

    @Override
    public int estimatedAdded() {
        return bottom((long) ENDS.getAcquire(this));
    }

    @Override
    public @Nullable T peekOldest() {
        long e = (long) ENDS.getAcquire(this);
        return size(e) == 0 ? null : cast(ring[top(e) & mask]);
    }

    @Override
    public void showEstimated(Consumer<? super T> viewer) {
        long e = (long) ENDS.getAcquire(this);
        for (int i = 0; i < Math.min(size(e), ring.length); i++) {
            viewer.accept(cast(ring[(top(e) + i) & mask]));
        }
    }

    @Override
    public int estimatedRunNextTaken() {
        return 0;
    }

    @Override
    public boolean trySteal(T expected) {
        return false;
    }

    /** Also null while another thief copies. */
    @Override
    public @Nullable T stealHalf(LocalRunQueue<T> queue) {
        LifoRunQueue<T> thief = (LifoRunQueue<T>) queue;
        long own = (long) ENDS.getAcquire(thief);
        int claimed = claim(room(own));
        if (claimed == NONE) {
            return null;
        }
        int last = count(claimed) - 1;
        for (int i = 0; i < last; i++) {
            thief.ring[(bottom(own) + i) & thief.mask] = ring[(first(claimed) + i) & mask];
        }
        T newest = cast(ring[(first(claimed) + last) & mask]);
        release();
        if (last > 0) {
            thief.mark();
            ENDS.getAndAdd(thief, last * ONE_BELOW);
        }
        return newest;
    }

    @Override
    public @Nullable T pollOldest() {
        for (int spins = 0; !isRingEmpty(); spins++) {
            int claimed = claim(1);
            if (claimed != NONE) {
                T oldest = cast(ring[first(claimed) & mask]);
                release();
                return oldest;
            }
            SpinYield.pause(spins);
        }
        return null;
    }

    @Override
    public @Nullable T pollAny() {
        return pollOldest();
    }

    /**
     * Makes the oldest elements the caller's, half of them rounded up and at most {@code most}; it must copy and {@link
     * #release} them.
     *
     * @return where they begin and how many they are, or {@link #NONE} when there are none or another thief copies
     */
    private int claim(int most) {
        long e = (long) ENDS.getVolatile(this);
        while (size(e) > 0 && top(e) == released(e)) {
            int count = Math.min(most, size(e) - size(e) / 2);
            long claimed = withTop(e, top(e) + count);
            long witness = (long) ENDS.compareAndExchange(this, e, claimed);
            if (witness == e) {
                return top(e) << TOP_SHIFT | count;
            }
            e = witness;
        }
        return NONE;
    }

    private static int first(int claimed) {
        return claimed >>> TOP_SHIFT;
    }

    private static int count(int claimed) {
        return claimed & INDEX_MASK;
    }

    /** The claimed slots are the owner's again. Only the thief that claimed them; top stands still till then. */
    private void release() {
        long e = (long) ENDS.getAcquire(this);
        while (true) {
            long witness = (long) ENDS.compareAndExchange(this, e, (e & ~(long) INDEX_MASK) | top(e));
            if (witness == e) {
                return;
            }
            e = witness;
        }
    }

    // The word: bottom in the highest 16 bits, where adding overflows into nothing; top; released in the lowest.

    private static int bottom(long ends) {
        return (int) (ends >>> BOTTOM_SHIFT);
    }

    private static int top(long ends) {
        return (int) (ends >>> TOP_SHIFT) & INDEX_MASK;
    }

    private static int released(long ends) {
        return (int) ends & INDEX_MASK;
    }

    private static int size(long ends) {
        return (bottom(ends) - top(ends)) & INDEX_MASK;
    }

    private static long withTop(long ends, int top) {
        return (ends & ~((long) INDEX_MASK << TOP_SHIFT)) | ((long) (top & INDEX_MASK) << TOP_SHIFT);
    }

    private int room(long ends) {
        return ring.length - ((bottom(ends) - released(ends)) & INDEX_MASK);
    }
}
