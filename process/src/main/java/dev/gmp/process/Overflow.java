package dev.gmp.process;

/**
 * What happens to messages for a full mailbox.
 *
 * @since 0.1
 */
public enum Overflow {

    /** The sender is told {@link SendResult#FULL}. */
    REFUSE,

    /**
     * Older messages are dropped and counted. At least the newest {@link ProcessType#mailboxCapacity} of those that came
     * after the last step are kept, and fewer than four times as many wait.
     */
    DROP_OLDEST
}
