package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/**
 * The way to processes on other nodes. Called by many threads at once; must not block.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface Relay {

    /**
     * Takes a message for another node.
     *
     * @param sender a process of this node; null when the message comes from elsewhere
     * @return what is known at once; {@link SendResult#DELIVERED} if the message is on its way
     */
    SendResult send(RemotePid to, @Nullable Pid sender, Object message);

    /**
     * The other end: takes what has come from another node. {@link Processes} is one.
     *
     * @since 0.1
     */
    @FunctionalInterface
    interface Receiver {

        /**
         * Delivers a message to a process of this node.
         *
         * @param pid the number of the process here
         * @param sender a {@link RemotePid}; null when it is unknown
         */
        SendResult receive(long pid, @Nullable Pid sender, Object message);
    }
}
