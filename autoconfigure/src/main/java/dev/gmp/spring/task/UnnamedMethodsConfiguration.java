package dev.gmp.spring.task;

import dev.gmp.spring.bean.UnnamedChoice;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.AsyncConfigurer;

/** What {@code @Async} and {@code @Scheduled} methods without a name run on. */
@Configuration(proxyBeanMethods = false)
public class UnnamedMethodsConfiguration {

    @Bean
    static UnnamedMethods gmpUnnamedMethodsPostProcessor(
            ConfigurableListableBeanFactory beans, ObjectProvider<AsyncConfigurer> configurers, UnnamedChoice choice) {
        return new UnnamedMethods(beans, configurers, choice);
    }

    @Bean
    static AsyncMethodLabels gmpAsyncMethodLabelsPostProcessor() {
        return new AsyncMethodLabels();
    }
}
