package dev.gmp.spring.lifecycle;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.spring.config.GmpBeanNames;
import dev.gmp.spring.config.GmpProperties;
import dev.gmp.spring.config.InvalidSettings;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.task.TaskSchedulingProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.type.MethodMetadata;

/** The scheduler, and its life with the context. A context whose parent has them adds nothing. */
@Configuration(proxyBeanMethods = false)
public class SchedulerConfiguration {

    /**
     * Ended by its life cycle, or by {@link SchedulerEnd}. It is an executor, and no candidate for one while conditions are
     * asked: nothing backs off before it.
     */
    @Bean(name = GmpBeanNames.SCHEDULER, defaultCandidate = false, destroyMethod = "")
    @Fallback
    @ConditionalOnMissingBean(value = GmpScheduler.class, name = GmpBeanNames.SCHEDULER)
    GmpScheduler gmpScheduler(GmpProperties properties, ApplicationContext context) {
        SchedulerBuilder builder = properties.toBuilder().contextClassLoader(context.getClassLoader());
        GmpScheduler scheduler =
                InvalidSettings.reported(GmpProperties.PREFIX, properties.goroutines(), builder::build);
        return SchedulerEnd.with(context.getAutowireCapableBeanFactory(), GmpBeanNames.SCHEDULER, scheduler);
    }

    /** Afterwards it is injected by its type, and by any other that it has only where no other bean has that. */
    @Bean
    static BeanFactoryPostProcessor gmpSchedulerCandidatePostProcessor() {
        return beans -> {
            String name = GmpBeanNames.SCHEDULER;
            if (beans.containsBeanDefinition(name)
                    && beans.getBeanDefinition(name) instanceof AbstractBeanDefinition definition
                    && isOfThisClass(definition)) {
                definition.setDefaultCandidate(true);
            }
        };
    }

    /** The application's own bean of that name stays as it is declared. */
    private static boolean isOfThisClass(BeanDefinition definition) {
        MethodMetadata method = definition instanceof AnnotatedBeanDefinition annotated
                ? annotated.getFactoryMethodMetadata()
                : null; // generated ahead of time, when this was done
        return method != null && method.getDeclaringClassName().equals(SchedulerConfiguration.class.getName());
    }

    /** The application's listeners hear of it once all beans are made: they may use what uses the scheduler. */
    @Bean
    @ConditionalOnMissingBean(name = "gmpSchedulerListeners")
    SmartInitializingSingleton gmpSchedulerListeners(
            GmpScheduler scheduler, ObjectProvider<SchedulerListener> listeners) {
        return () -> listeners.orderedStream().forEach(scheduler::addListener);
    }

    @Bean(GmpBeanNames.LIFECYCLE)
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
}
