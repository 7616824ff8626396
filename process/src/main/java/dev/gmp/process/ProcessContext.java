package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/**
 * What a process can ask of the runtime. May be kept, and used by any thread.
 *
 * @since 0.1
 */
public interface ProcessContext {

    /** The process's own address. */
    Pid self();

    /** Sends in the name of this process: the receiver knows the sender. */
    SendResult send(Pid to, Object message);

    /**
     * Starts another process, as {@link Processes#submit} does. It outlives this one.
     *
     * @throws UnknownProcessException if there is no such type, or it has no such method
     * @throws java.util.concurrent.RejectedExecutionException after shutdown, or when there are too many processes
     */
    Pid submit(String type, String method, @Nullable Object input);

    /** Where this process runs. */
    Processes processes();
}
