package dev.gmp.process;

/**
 * What a process does.
 *
 * <pre>
 *   submit --> READY --> RUNNING --> COMPLETE
 *                ^          |
 *                |          +--> BLOCKED  waits for the completion of a yield, or a cancellation
 *                |          +--> IDLE     waits for any event
 *                +-- event ------+
 * </pre>
 *
 * @since 0.1
 */
public enum ProcessState {
    /** Waits for a processor. */
    READY,

    /** A worker steps it. */
    RUNNING,

    /** Waits for a completion; messages wait in the mailbox meanwhile. */
    BLOCKED,

    /** Waits for any event. */
    IDLE,

    /** Has ended. */
    COMPLETE
}
