package dev.gmp.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/**
 * A scheduler for the application, and the scheduler as the application's task executor and task scheduler.
 *
 * <p>Runs before Boot's own task execution and scheduling, which then back off. {@code gmp.mode=off} removes all of it.
 */
@AutoConfiguration(before = {TaskExecutionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class})
@ConditionalOnGmp
@EnableConfigurationProperties({GmpProperties.class, TaskSchedulingProperties.class})
@Import({
    SchedulerConfiguration.class,
    TaskExecutorConfiguration.class,
    TaskSchedulerConfiguration.class,
    NamedSchedulersConfiguration.class,
    BackOffWarning.class,
    IgnoredPropertiesWarning.class
})
public final class GmpAutoConfiguration {

    /** The scheduler's bean name. */
    public static final String SCHEDULER_BEAN_NAME = "gmpScheduler";

    /** The name of what starts, pauses and ends the scheduler with the application. */
    static final String LIFECYCLE_BEAN_NAME = "gmpSchedulerLifecycle";

    /** The name of the scheduler as a plain {@link java.util.concurrent.ExecutorService}. */
    public static final String EXECUTOR_SERVICE_BEAN_NAME = "gmpExecutorService";

    /** The name of the executor for idle-priority work. */
    public static final String IDLE_EXECUTOR_BEAN_NAME = "gmpIdleExecutor";
}
