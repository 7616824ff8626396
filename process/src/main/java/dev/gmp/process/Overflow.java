package dev.gmp.process;

/**
 * What happens to a message when the mailbox is full.
 *
 * @since 0.1
 */
public enum Overflow {

    /** The message is refused with {@link SendResult#FULL}. */
    REFUSE,

    /**
     * Older messages are dropped and counted. Of the messages that came after the last step, at least the newest {@link
     * ProcessType#mailboxCapacity} are kept, and fewer than four times as many wait.
     */
    DROP_OLDEST
}
