package dev.gmp.spring.bean;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;

/** What Spring chooses where nothing is named, for this starter's post-processors. */
@Configuration(proxyBeanMethods = false)
public class UnnamedChoiceConfiguration {

    /** The parameters {@code taskExecutor} and {@code taskScheduler} have the names that decide between several beans. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static UnnamedChoice gmpUnnamedChoice(
            ObjectProvider<TaskExecutor> taskExecutor,
            @Qualifier("taskExecutor") ObjectProvider<Executor> ofTheName,
            ObjectProvider<TaskScheduler> taskScheduler,
            ObjectProvider<ScheduledExecutorService> services) {
        return new UnnamedChoice(taskExecutor, ofTheName, taskScheduler, services);
    }
}
