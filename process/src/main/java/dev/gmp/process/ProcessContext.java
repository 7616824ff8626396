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

    /** Sends a message with this process as the sender. Never blocks. */
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
