package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/**
 * A process's access to its runtime. It may be kept, and any thread may use it.
 *
 * @since 0.1
 */
public interface ProcessContext {

    /** This process's address. */
    Pid self();

    /**
     * Sends a message with this process as the sender. Never blocks.
     *
     * <p>What can go wrong with a correct message is a result and no exception: a full mailbox, a process that has ended, a node
     * that cannot be reached. What shows only later may be told by a {@link Relay.Undelivered}, such as that a process cannot start.
     *
     * @throws IllegalArgumentException if the message has to be written for another node, and cannot be
     * @throws OutOfMemoryError if there is no memory for the message itself
     */
    SendResult send(Pid to, Object message);

    /**
     * Starts another process, as {@link Processes#submit} does. It outlives this one.
     *
     * @throws UnknownProcessException if the type is not registered, or has no such method
     * @throws java.util.concurrent.RejectedExecutionException after shutdown, or if {@code maxProcesses} have not ended
     */
    default Pid submit(String type, String method, @Nullable Object input) {
        return processes().submit(type, method, input);
    }

    /** The runtime of this process. */
    Processes processes();
}
