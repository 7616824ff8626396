package dev.gmp.internal.runq;

import org.jspecify.annotations.Nullable;

/**
 * A local run queue as every thread but its owner sees it. All methods are safe from any thread and never block.
 *
 * @param <T> the element
 */
public interface StealableRunQueue<T extends QueueLink<T>> {

    /** Whether nothing is queued. Never falsely true: an element on its way from runnext to the ring is seen. */
    boolean isEmpty();

    /** Whether the ring is empty; runnext is not looked at. */
    boolean isRingEmpty();

    /** Elements in the ring and in runnext; exact while none are moved. */
    int estimatedSize();

    @Nullable
    T peekRunNext();

    /** How often the owner has taken runnext: while it changes, what stands there is about to run. */
    int estimatedRunNextTaken();

    /** Takes {@code expected} out of runnext, or returns false when something else stands there by now. */
    boolean trySteal(T expected);

    /**
     * Moves the oldest half of the ring, rounded up, to the thief's, and hands the last one moved to the caller (Go:
     * runqsteal).
     *
     * @param thief the caller's own queue, of the same discipline, with room for half its capacity
     * @return an element to run, or null when the ring was empty
     */
    @Nullable
    T stealHalf(LocalRunQueue<T> thief);

    /** Takes the oldest element of the ring, or returns null. Never falsely. */
    @Nullable
    T pollOldest();

    /** Takes the oldest element of the ring, else runnext, else null. */
    @Nullable
    T pollAny();
}
