package dev.gmp.process;

/**
 * The state of a process.
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
    /** The process waits for a processor. */
    READY,

    /** A worker thread runs a step of the process. */
    RUNNING,

    /** The process waits for a completion; messages wait in the mailbox meanwhile. */
    BLOCKED,

    /** The process waits for any event. */
    IDLE,

    /** The process has ended. */
    COMPLETE
}
