package dev.gmp.process;

/**
 * Hears of the end of processes, on the thread that ended them. What it throws is dropped.
 *
 * @since 0.1
 */
public interface ProcessListener {

    /** A process has failed: it, its type or the scheduler threw this. Cancelled ones are not told. */
    default void failed(Pid pid, String type, Throwable cause) {}
}
