package dev.gmp.spring.config;

/**
 * The names of the beans that every application with a scheduler has.
 *
 * @since 0.1
 */
public final class GmpBeanNames {

    /** The scheduler. */
    public static final String SCHEDULER = "gmpScheduler";

    /** What starts, pauses and ends the scheduler with the application. */
    public static final String LIFECYCLE = "gmpSchedulerLifecycle";

    /** The scheduler as a plain {@link java.util.concurrent.ExecutorService}. */
    public static final String EXECUTOR_SERVICE = "gmpExecutorService";

    /** The executor for idle-priority work. */
    public static final String IDLE_EXECUTOR = "gmpIdleExecutor";

    private GmpBeanNames() {}
}
