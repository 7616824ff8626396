package dev.gmp.spring.named;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Beans for each entry of {@code gmp.schedulers}. */
@Configuration(proxyBeanMethods = false)
public class NamedSchedulersConfiguration {

    @Bean
    static NamedSchedulersRegistrar gmpNamedSchedulersRegistrar(Environment environment) {
        return new NamedSchedulersRegistrar(environment);
    }
}
