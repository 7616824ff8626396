package dev.gmp.spring.task;

import dev.gmp.spring.lifecycle.SchedulerLifecycle;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;

/**
 * The scheduler as the application's task scheduler, by the name that {@code @Scheduled} prefers and that libraries look
 * for. It is there also where nothing enables {@code @Scheduled}, for beans that a {@code TaskScheduler} is injected into.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(OnTaskSchedulerCondition.class)
public class TaskSchedulerConfiguration {

    private static final String BEAN_NAME = ScheduledAnnotationBeanPostProcessor.DEFAULT_TASK_SCHEDULER_BEAN_NAME;

    @Bean(BEAN_NAME)
    @ConditionalOnMissingBean(name = BEAN_NAME)
    GmpTaskScheduler taskScheduler(
            SchedulerLifecycle lifecycle,
            ObjectProvider<TaskDecorator> decorators,
            ObjectProvider<GmpTaskSchedulerCustomizer> customizers) {
        GmpTaskScheduler taskScheduler =
                new GmpTaskScheduler(lifecycle.entrances().jobs(), TaskDecorators.composite(decorators));
        customizers.orderedStream().forEach(customizer -> customizer.customize(taskScheduler));
        return taskScheduler;
    }
}
