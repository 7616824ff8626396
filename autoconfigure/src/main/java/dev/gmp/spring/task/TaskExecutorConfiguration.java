package dev.gmp.spring.task;

import dev.gmp.spring.lifecycle.SchedulerLifecycle;
import org.springframework.aop.interceptor.AsyncExecutionAspectSupport;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;

/**
 * The scheduler as the application's task executor: found by type, by the name that Boot gives its own, by the name that
 * Spring looks for, and by {@code @Async}.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(OnApplicationExecutorCondition.class)
public class TaskExecutorConfiguration {

    private static final String BEAN_NAME = TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME;

    @Bean(BEAN_NAME)
    GmpTaskExecutor applicationTaskExecutor(SchedulerLifecycle lifecycle, ObjectProvider<TaskDecorator> decorators) {
        return new GmpTaskExecutor(lifecycle.entrances().gate(), TaskDecorators.composite(decorators));
    }

    /** An alias late and by hand: one on the bean method would silently hide a bean of the application of that name. */
    @Bean
    static BeanFactoryPostProcessor gmpTaskExecutorAliasPostProcessor() {
        return TaskExecutorConfiguration::registerAlias;
    }

    /** By the name that Spring looks for, unless there is a bean of that name, or no task executor. */
    private static void registerAlias(ConfigurableListableBeanFactory beans) {
        String alias = AsyncExecutionAspectSupport.DEFAULT_TASK_EXECUTOR_BEAN_NAME;
        if (!beans.containsBean(alias) && beans.containsBean(BEAN_NAME)) {
            beans.registerAlias(BEAN_NAME, alias);
        }
    }
}
