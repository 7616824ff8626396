package dev.gmp.spring.web;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.task.GmpTaskExecutor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.reactive.config.BlockingExecutionConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;

/**
 * WebFlux calls controller methods that may block on the task executor, as MVC does with asynchronous requests, and not on
 * its event loop. Those that return a reactive type stay where they were.
 *
 * @since 0.1
 */
@AutoConfiguration(after = GmpAutoConfiguration.class)
@ConditionalOnGmp
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass({WebFluxConfigurer.class, BlockingExecutionConfigurer.class})
@ConditionalOnBean(value = GmpTaskExecutor.class, name = GmpWebFluxAutoConfiguration.EXECUTOR)
public final class GmpWebFluxAutoConfiguration {

    static final String EXECUTOR = "applicationTaskExecutor";

    /** First of all, so that every other configurer can set another executor. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    WebFluxConfigurer gmpBlockingExecutionConfigurer(@Qualifier(EXECUTOR) AsyncTaskExecutor applicationTaskExecutor) {
        return new WebFluxConfigurer() {
            @Override
            public void configureBlockingExecution(BlockingExecutionConfigurer configurer) {
                if (applicationTaskExecutor instanceof GmpTaskExecutor) {
                    configurer.setExecutor(new RouteExecutor(applicationTaskExecutor));
                }
            }
        };
    }

    @Bean
    RoutedHandlerAdapter gmpRoutedHandlerAdapter(
            @Qualifier("requestMappingHandlerAdapter") ObjectProvider<RequestMappingHandlerAdapter> adapters) {
        return new RoutedHandlerAdapter(adapters);
    }
}
