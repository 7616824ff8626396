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
    /**
     * Waits for a processor.
     *
     * @since 0.1
     */
    READY,

    /**
     * A worker steps it.
     *
     * @since 0.1
     */
    RUNNING,

    /**
     * Waits for a completion; messages wait in the mailbox meanwhile.
     *
     * @since 0.1
     */
    BLOCKED,

    /**
     * Waits for any event.
     *
     * @since 0.1
     */
    IDLE,

    /**
     * Has ended.
     *
     * @since 0.1
     */
    COMPLETE
}
