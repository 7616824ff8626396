package dev.gmp.process.cluster;

import dev.gmp.process.SendResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The process of one key, wherever in the cluster it runs. The first message starts it. Any thread may use this object,
 * which may be kept.
 *
 * <p>Delivery is at most once. Messages of one sender to one key keep their order while the process stays on its node.
 *
 * @since 0.2.0
 */
public interface KeyedProcess {

    /** The address, which messages may carry. */
    KeyedPid pid();

    /**
     * Sends a message. Never blocks.
     *
     * @return {@link SendResult#DELIVERED} if it is in the mailbox, or on its way to another node. {@link
     *     SendResult#FULL} if a full mailbox or buffer of this node refuses it. {@link SendResult#UNREACHABLE} if the
     *     node of the key cannot be reached, or this node is cut off
     * @throws IllegalArgumentException if the message has to be written for another node, and its class is not
     *     registered, or its bytes are too many
     */
    SendResult send(Object message);

    /**
     * Sends a message, and gets the answer that the process sends to the message's sender.
     *
     * <p>The future fails with {@link UndeliveredException} if the message reached no process, and with {@link
     * java.util.concurrent.TimeoutException} if there was no answer in time. It completes at most once; what comes
     * later is dropped and counted. An answer that is an exception fails it, and one that this node cannot read fails it
     * with an {@link IllegalArgumentException}. The message may have been handled in any case. The future completes on a
     * goroutine of the scheduler.
     *
     * @param timeout more than zero
     * @throws IllegalArgumentException as {@link #send}, or if the timeout is not more than zero
     */
    <R> CompletableFuture<R> ask(Object message, Class<R> answer, Duration timeout);

    /**
     * Asks the process to end, as {@link dev.gmp.process.Processes#cancel} does. Starts no process.
     *
     * @return as {@link #send}; {@link SendResult#ENDED} if the key is of this node and has no process
     */
    SendResult cancel(String reason);
}
