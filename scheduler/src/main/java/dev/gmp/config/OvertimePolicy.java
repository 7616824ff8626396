package dev.gmp.config;

/**
 * The kernel priority of a worker thread in overtime: its goroutine has used up its time slice, has not given way, and
 * computes on without a processor.
 *
 * @since 0.2
 */
public enum OvertimePolicy {

    /** The priority stays as it is. */
    KEEP_PRIORITY,

    /**
     * The thread's nice value rises, so that the kernel prefers threads with a processor. It takes effect on Linux, on
     * JDK 22 and later, where native access is granted. Otherwise the log says what is missing. A thread or process
     * that the goroutine starts meanwhile inherits the value for good; see {@link dev.gmp.Goroutines#atNormalPriority}.
     */
    LOWER_PRIORITY
}
