package dev.gmp.config;

/**
 * What happens to a task for which the bounded queue has no room.
 *
 * @since 0.1
 */
public enum RejectionPolicy {

    /** {@code execute} throws {@link java.util.concurrent.RejectedExecutionException}. */
    ABORT,

    /** The submitting thread runs the task itself, unless the scheduler is shut down: then it is rejected. */
    CALLER_RUNS,

    /**
     * The submitting thread waits for room. An interrupt or a shutdown ends the wait with a rejection; the interrupt status
     * stays set. A direct goroutine of the same scheduler runs the task itself instead. Were it to wait, it would hold the
     * machine that has to make the room.
     */
    BLOCK,

    /**
     * A task that waits at the head of a queue gives way. It is cancelled if it is a {@link java.util.concurrent.Future},
     * counted as rejected, and never run. Delayed and periodic tasks that are due, and the next parts of work that has
     * begun, do not give way. Where only these wait, the new task is queued beside them.
     */
    DISCARD_OLDEST
}
