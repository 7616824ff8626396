package dev.gmp.process;

/**
 * What became of a message.
 *
 * @since 0.1
 */
public enum SendResult {

    /**
     * It is in the mailbox. The process is stepped with it, unless it ends before.
     *
     * @since 0.1
     */
    DELIVERED,

    /**
     * It is not: the mailbox is full, and its overflow policy is to refuse.
     *
     * @since 0.1
     */
    FULL,

    /**
     * It is not: the process has ended.
     *
     * @since 0.1
     */
    ENDED,

    /**
     * It is not: there never was such a process here.
     *
     * @since 0.1
     */
    UNKNOWN
}
