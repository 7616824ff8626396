package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/**
 * Sends messages to addresses that are not of this runtime, such as processes on other nodes. Many threads call it at once; it must not block.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface Relay {

    /**
     * Sends a message.
     *
     * @param to a {@link RemotePid}, or another address that no {@link Processes} has made
     * @param sender a process of this node; null if the message comes from outside of any process
     * @param message the message
     * @return {@link SendResult#DELIVERED} if the message is on its way; a failure that is known at once, and {@link
     *     SendResult#UNKNOWN} for a kind of address that the relay does not know
     */
    SendResult send(Pid to, @Nullable Pid sender, Object message);

    /**
     * The message that a process gets when a message it sent to another node reached no process there. It has no sender. It
     * does not come for each loss: one whose node goes at the same time is not known to anything.
     *
     * @param to the address that the lost message was sent to
     * @param reason anything except {@link SendResult#DELIVERED}
     * @since 0.2.0
     */
    public record Undelivered(Pid to, SendResult reason) {}
}
