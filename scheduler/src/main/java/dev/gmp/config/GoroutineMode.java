package dev.gmp.config;

/**
 * What a task that is given to the scheduler runs on.
 *
 * @since 0.1
 */
public enum GoroutineMode {

    /** {@link #VIRTUAL} where the JVM allows it, else {@link #DIRECT}. */
    AUTO,

    /** A virtual thread that this scheduler carries: blocking parks the goroutine and frees its machine. */
    VIRTUAL,

    /** A call on the machine's own stack: the cheapest; blocking holds the machine. */
    DIRECT
}
