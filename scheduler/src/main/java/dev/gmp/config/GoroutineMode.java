package dev.gmp.config;

/**
 * What a task that is given to the scheduler runs on.
 *
 * @since 0.1
 */
public enum GoroutineMode {

    /**
     * {@link #VIRTUAL} where the JVM allows it, else {@link #DIRECT}.
     *
     * @since 0.1
     */
    AUTO,

    /**
     * A virtual thread that this scheduler carries: blocking parks the goroutine and frees its machine.
     *
     * @since 0.1
     */
    VIRTUAL,

    /**
     * A call on the machine's own stack: the cheapest; blocking holds the machine.
     *
     * @since 0.1
     */
    DIRECT
}
