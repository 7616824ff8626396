package dev.gmp.process;

/**
 * The result of sending a message.
 *
 * @since 0.1
 */
public enum SendResult {

    /** The message is in the mailbox. A step gets it, unless the process ends before. */
    DELIVERED,

    /** The mailbox is full, and its overflow policy is {@link Overflow#REFUSE}. */
    FULL,

    /** The process has ended. */
    ENDED,

    /** There never was a process with that address here. */
    UNKNOWN,

    /**
     * The node of the process cannot be reached.
     *
     * @since 0.2.0
     */
    UNREACHABLE
}
