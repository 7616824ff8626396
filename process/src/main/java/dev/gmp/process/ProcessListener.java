package dev.gmp.process;

/**
 * A listener for the end of processes. It is called on the thread that ended the process. What it throws is dropped.
 *
 * @since 0.1
 */
public interface ProcessListener {

    /**
     * A process has failed: it, its type's factory or the scheduler threw the cause. Not called for cancelled
     * processes.
     */
    default void failed(Pid pid, String type, Throwable cause) {}
}
