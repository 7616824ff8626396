package dev.gmp.spring;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.task.TaskSchedulingProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;

/**
 * The scheduler, its life with the context, and the plain executor service. A context whose parent has them adds nothing.
 */
@Configuration(proxyBeanMethods = false)
class SchedulerConfiguration {

    /** Ended by its life cycle, or by {@link SchedulerEnd}. */
    @Bean(name = GmpAutoConfiguration.SCHEDULER_BEAN_NAME, defaultCandidate = false, destroyMethod = "")
    @ConditionalOnMissingBean(value = GmpScheduler.class, name = GmpAutoConfiguration.SCHEDULER_BEAN_NAME)
    GmpScheduler gmpScheduler(GmpProperties properties, ApplicationContext context) {
        SchedulerBuilder builder = properties.toBuilder().contextClassLoader(context.getClassLoader());
        GmpScheduler scheduler =
                InvalidSettings.reported(GmpProperties.PREFIX, properties.goroutines(), builder::build);
        return SchedulerEnd.with(
                context.getAutowireCapableBeanFactory(), GmpAutoConfiguration.SCHEDULER_BEAN_NAME, scheduler);
    }

    @Bean
    static SchedulerByType gmpSchedulerByTypePostProcessor() {
        return new SchedulerByType();
    }

    @Bean(GmpAutoConfiguration.LIFECYCLE_BEAN_NAME)
    @ConditionalOnMissingBean
    SchedulerLifecycle gmpSchedulerLifecycle(
            GmpScheduler scheduler,
            OpenRequests requests,
            GmpProperties properties,
            TaskSchedulingProperties scheduling) {
        Duration period = properties.shutdown().validAwaitTerminationPeriod();
        return new SchedulerLifecycle(scheduler, requests, period, delayedPeriod(scheduling.getShutdown(), period));
    }

    @Bean
    @ConditionalOnMissingBean
    OpenRequests gmpOpenRequests() {
        return new OpenRequests();
    }

    /** Boot waits for delayed tasks only if told to. */
    private static Duration delayedPeriod(TaskSchedulingProperties.Shutdown shutdown, Duration otherwise) {
        Duration period = shutdown.getAwaitTerminationPeriod();
        return !shutdown.isAwaitTermination() ? Duration.ZERO : period != null ? period : otherwise;
    }

    @Bean(name = GmpAutoConfiguration.EXECUTOR_SERVICE_BEAN_NAME, defaultCandidate = false)
    @ConditionalOnMissingBean(name = GmpAutoConfiguration.EXECUTOR_SERVICE_BEAN_NAME)
    ManagedExecutorService gmpExecutorService(SchedulerLifecycle lifecycle) {
        return new ManagedExecutorService(lifecycle.gate());
    }

    @Bean(name = GmpAutoConfiguration.IDLE_EXECUTOR_BEAN_NAME, defaultCandidate = false)
    @ConditionalOnMissingBean(name = GmpAutoConfiguration.IDLE_EXECUTOR_BEAN_NAME)
    IdleExecutor gmpIdleExecutor(SchedulerLifecycle lifecycle, ObjectProvider<TaskDecorator> decorators) {
        return new IdleExecutor(new GmpTaskExecutor(lifecycle.idleGate(), TaskDecorators.composite(decorators)));
    }
}
