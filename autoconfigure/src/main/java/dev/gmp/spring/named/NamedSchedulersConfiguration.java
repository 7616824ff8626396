package dev.gmp.spring.named;

import dev.gmp.spring.task.GmpTaskSchedulerCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;

/** Beans for each entry of {@code gmp.schedulers}. */
@Configuration(proxyBeanMethods = false)
public class NamedSchedulersConfiguration {

    @Bean
    static NamedSchedulersRegistrar gmpNamedSchedulersRegistrar(
            Environment environment,
            ObjectProvider<TaskDecorator> decorators,
            ObjectProvider<GmpTaskSchedulerCustomizer> customizers) {
        return new NamedSchedulersRegistrar(environment, new NamedSchedulerBeans.Candidates(decorators, customizers));
    }
}
