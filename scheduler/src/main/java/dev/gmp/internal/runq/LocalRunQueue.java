package dev.gmp.internal.runq;

import dev.gmp.internal.util.Occupancy;
import dev.gmp.internal.util.Padding;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The run queue of one processor, in one of two disciplines: {@link RingRunQueue} in Go's order, {@link LifoRunQueue} with
 * the newest first. What Go calls {@code runqput} puts these steps together: {@code Readying} in {@code sched}.
 *
 * <p>What stands here is for the owner alone, the machine that holds the processor; what any thread may call is
 * {@link StealableRunQueue}. All queues of one scheduler have the same discipline.
 *
 * @param <T> the element
 */
public abstract class LocalRunQueue<T extends QueueLink<T>> extends Padding implements StealableRunQueue<T> {

    /** Go: {@code len(p.runq)}. */
    public static final int CAPACITY = 256;

    private final Occupancy occupancy;
    private final int index;

    /** Whether the bit is set (MASK-1, in {@link Occupancy}). The owner's. */
    private boolean marked;

    /** @param index its bit */
    protected LocalRunQueue(Occupancy occupancy, int index) {
        this.occupancy = occupancy;
        this.index = index;
    }

    /** Before each put. By the owner. */
    public final void mark() {
        if (!marked) {
            marked = true;
            occupancy.set(index);
        }
    }

    /**
     * Clears the bit of a queue that is empty. By the owner, before it parts with its processor. Where it has lost that a moment
     * ago (RETAKE-1), the bit is the next owner's: it sets it again.
     */
    public final void unmarkIfEmpty() {
        if (isEmpty()) {
            marked = false;
            occupancy.clear(index);
        }
    }

    /**
     * Puts an element where it runs next, if there is a slot of its own for that.
     *
     * @return an element for the caller to {@link #offer}: the displaced one, or the same one where there is no such slot;
     *     null if there is none. A full fence in a queue with such a slot.
     */
    public abstract @Nullable T exchangeRunNext(T element);

    /** Takes what {@link #exchangeRunNext} put, or returns null. */
    public abstract @Nullable T pollRunNext();

    /** Adds an element, or returns false when the queue is full. */
    public abstract boolean offer(T element);

    /** Adds a batch, so that its first element is the next of it to be taken, as far as there is room. */
    public abstract void offerAll(Batch<T> batch);

    /** The most elements that are taken from the global queue at once, the one that runs among them. */
    public abstract int largestBatch();

    /**
     * Makes room in a full queue for {@code element}: half of the queue moves to the global one.
     *
     * @return a batch for the global queue, which has the element where the queue itself has not; or null when thieves
     *     have made room meanwhile: offer again
     */
    public abstract @Nullable Batch<T> tryTakeHalf(T element);

    /** Takes the element whose turn it is, or returns null. Leaves what is to run next. */
    public abstract @Nullable T poll();

    /** Elements ever taken from the oldest end, wrapping; a little behind. Any thread. */
    public abstract int estimatedTaken();

    /** Elements ever put behind the oldest, less those taken from the newest end; wrapping, a little behind. Any thread. */
    public abstract int estimatedAdded();

    /** The oldest element apart from the one that runs next, or null; a little behind. Any thread. */
    public abstract @Nullable T peekOldest();

    /** Shows all elements. While some are moved, one may be left out or shown twice. Any thread. */
    public abstract void showEstimated(Consumer<? super T> viewer);

    /** Whether what is offered last is polled first. */
    public abstract boolean isLastInFirstOut();

    static int requirePowerOfTwo(int capacity) {
        if (capacity < 4 || capacity > 1 << 15 || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException(
                    "capacity must be a power of two between 4 and 32768, but was " + capacity);
        }
        return capacity;
    }

    /** The element of a filled slot, which is never null. */
    @SuppressWarnings({"unchecked", "NullAway"})
    final T cast(@Nullable Object element) {
        return (T) element;
    }
}
