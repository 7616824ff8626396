package dev.gmp.config;

/**
 * The kind of goroutine that a task runs on.
 *
 * @since 0.1
 */
public enum GoroutineMode {

    /** {@link #VIRTUAL} where the JVM allows it, else {@link #DIRECT}. */
    AUTO,

    /**
     * A virtual thread that the scheduler carries. A task that blocks parks its goroutine and frees the worker thread
     * (machine).
     */
    VIRTUAL,

    /** A call on the worker thread's (machine's) own stack. The cheapest mode; a task that blocks holds the thread. */
    DIRECT
}
