package dev.gmp.spring.task;

import dev.gmp.spring.config.GmpBeanNames;
import dev.gmp.spring.lifecycle.SchedulerLifecycle;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.task.TaskDecorator;

/**
 * The executors that are asked for by name: the scheduler as a plain executor service, and that of idle-priority work. Where
 * code looks up a type, they come after all others.
 */
@Configuration(proxyBeanMethods = false)
public class ExecutorServiceConfiguration {

    @Bean(name = GmpBeanNames.EXECUTOR_SERVICE, defaultCandidate = false)
    @Fallback
    @ConditionalOnMissingBean(name = GmpBeanNames.EXECUTOR_SERVICE)
    ManagedExecutorService gmpExecutorService(SchedulerLifecycle lifecycle) {
        return new ManagedExecutorService(lifecycle.entrances().gate());
    }

    @Bean(name = GmpBeanNames.IDLE_EXECUTOR, defaultCandidate = false)
    @Fallback
    @ConditionalOnMissingBean(name = GmpBeanNames.IDLE_EXECUTOR)
    IdleExecutor gmpIdleExecutor(SchedulerLifecycle lifecycle, ObjectProvider<TaskDecorator> decorators) {
        return new IdleExecutor(
                new GmpTaskExecutor(lifecycle.entrances().idleGate(), TaskDecorators.composite(decorators)));
    }
}
