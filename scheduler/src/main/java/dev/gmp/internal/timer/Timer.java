package dev.gmp.internal.timer;

/**
 * A timer: it is due at a time. In a {@link TimerHeap} it is pending until it is taken when due, or cancelled. A
 * cancelled timer stays in the heap as a husk for a while.
 */
public interface Timer {

    /**
     * Takes the due timer out of the heap. Called under the heap's lock, so at most an atomic update.
     *
     * @return false when it was cancelled before
     */
    boolean tryTake();

    /** False for a husk. */
    boolean isPending();

    /** Whether what {@link #fire} does is a goroutine more. */
    boolean startsGoroutine();

    /** Does what it is for, after it was taken; no lock is held. Neither blocks nor parks. */
    void fire();
}
