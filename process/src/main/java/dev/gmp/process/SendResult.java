package dev.gmp.process;

/**
 * What became of a message.
 *
 * @since 0.1
 */
public enum SendResult {

    /** It is in the mailbox. The process is stepped with it, unless it ends before. */
    DELIVERED,

    /** It is not: the mailbox is full, and its overflow policy is to refuse. */
    FULL,

    /** It is not: the process has ended. */
    ENDED,

    /** It is not: there never was such a process here. */
    UNKNOWN
}
