package dev.gmp.config;

/**
 * What happens to a task when the bounded queue is full.
 *
 * @since 0.1
 */
public enum RejectionPolicy {

    /** {@code execute} throws {@link java.util.concurrent.RejectedExecutionException}. */
    ABORT,

    /** The submitting thread runs the task itself. After a shutdown the task is rejected. */
    CALLER_RUNS,

    /**
     * The submitting thread waits for room. An interrupt or a shutdown ends the wait with a rejection, and the
     * interrupt status stays set. A direct goroutine of the same scheduler runs the task itself, because its wait would
     * hold the machine that has to make room.
     */
    BLOCK,

    /**
     * A task at the head of a queue is discarded. It is cancelled if it is a {@link java.util.concurrent.Future},
     * counted as rejected, and never run. Delayed and periodic tasks that are due, and parts of work that has begun,
     * are not discarded. If only these wait, the new task is queued beyond the capacity.
     */
    DISCARD_OLDEST
}
