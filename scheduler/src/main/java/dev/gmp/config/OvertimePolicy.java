package dev.gmp.config;

/**
 * What happens to the kernel priority of a thread while its goroutine computes without a processor: it has used up its slice,
 * has not given way, and has lost its processor to others.
 *
 * @since 0.2
 */
public enum OvertimePolicy {

    /** It stays as it is. */
    KEEP_PRIORITY,

    /**
     * The thread's nice value rises, so that the kernel gives the CPUs to threads with a processor first. It takes effect on
     * Linux, on JDK 22 and later, where native access is granted; otherwise the log says what is missing. A thread or process
     * that the goroutine starts meanwhile inherits the value for good.
     */
    LOWER_PRIORITY
}
