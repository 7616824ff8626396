package dev.gmp.spring;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import java.time.Duration;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
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

    /** Ended by its life cycle; the destroy method is for an application that fails before that is made. */
    @Bean(name = GmpAutoConfiguration.SCHEDULER_BEAN_NAME, defaultCandidate = false, destroyMethod = "shutdown")
    @ConditionalOnMissingBean(value = GmpScheduler.class, name = GmpAutoConfiguration.SCHEDULER_BEAN_NAME)
    GmpScheduler gmpScheduler(GmpProperties properties, ApplicationContext context) {
        SchedulerBuilder builder = properties.toBuilder().contextClassLoader(context.getClassLoader());
        return InvalidSettings.reported(GmpProperties.PREFIX, properties.goroutines(), builder::build);
    }

    /**
     * Lets whoever asks for the type {@code GmpScheduler} have it, although the bean is no default candidate. It is none
     * because it is a {@code ScheduledExecutorService}: Boot's executor and scheduler, and every other bean that backs off
     * before one, would back off, and injection of any {@code Executor} would become ambiguous.
     */
    @Bean
    static BeanFactoryPostProcessor gmpSchedulerByTypePostProcessor() {
        return beanFactory -> {
            String name = GmpAutoConfiguration.SCHEDULER_BEAN_NAME;
            if (beanFactory.containsBean(name) && !isDefaultCandidate(beanFactory, name)) {
                ObjectFactory<GmpScheduler> scheduler = () -> beanFactory.getBean(name, GmpScheduler.class);
                beanFactory.registerResolvableDependency(GmpScheduler.class, scheduler);
            }
        };
    }

    private static boolean isDefaultCandidate(ConfigurableListableBeanFactory beanFactory, String name) {
        return beanFactory.getMergedBeanDefinition(name) instanceof AbstractBeanDefinition definition
                && definition.isDefaultCandidate();
    }

    @Bean(GmpAutoConfiguration.LIFECYCLE_BEAN_NAME)
    @ConditionalOnMissingBean
    SchedulerLifecycle gmpSchedulerLifecycle(
            GmpScheduler scheduler, GmpProperties properties, TaskSchedulingProperties scheduling) {
        Duration period = properties.shutdown().validAwaitTerminationPeriod();
        return new SchedulerLifecycle(scheduler, period, delayedPeriod(scheduling.getShutdown(), period));
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
