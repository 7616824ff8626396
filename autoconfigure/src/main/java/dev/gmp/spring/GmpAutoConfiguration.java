package dev.gmp.spring;

import dev.gmp.spring.bean.UnnamedChoiceConfiguration;
import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.config.GmpProperties;
import dev.gmp.spring.lifecycle.SchedulerConfiguration;
import dev.gmp.spring.named.NamedSchedulersConfiguration;
import dev.gmp.spring.task.ExecutorServiceConfiguration;
import dev.gmp.spring.task.TaskExecutorConfiguration;
import dev.gmp.spring.task.TaskSchedulerConfiguration;
import dev.gmp.spring.task.UnnamedMethodsConfiguration;
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
 *
 * @since 0.1
 */
@AutoConfiguration(before = {TaskExecutionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class})
@ConditionalOnGmp
@EnableConfigurationProperties({GmpProperties.class, TaskSchedulingProperties.class})
@Import({
    SchedulerConfiguration.class,
    ExecutorServiceConfiguration.class,
    TaskExecutorConfiguration.class,
    TaskSchedulerConfiguration.class,
    UnnamedChoiceConfiguration.class,
    UnnamedMethodsConfiguration.class,
    NamedSchedulersConfiguration.class,
    BackOffWarning.class,
    IgnoredPropertiesWarning.class
})
public final class GmpAutoConfiguration {}
