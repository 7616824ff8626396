package dev.gmp.spring.web;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.lifecycle.OpenRequests;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.apache.coyote.ProtocolHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Tomcat and Jetty serve each request on a goroutine, with {@code gmp.web.enabled=true}.
 *
 * <p>The customizers come after Boot's, among them the one of {@code spring.threads.virtual.enabled}, and before those of
 * the application that say nothing about their order.
 *
 * @since 0.1
 */
@AutoConfiguration(after = GmpAutoConfiguration.class)
@ConditionalOnGmp
@ConditionalOnWebApplication
@Conditional(OnGmpWebCondition.class)
@ConditionalOnClass(WebServerFactoryCustomizer.class)
public final class GmpWebAutoConfiguration {

    @Bean
    static OtherWebServerWarning gmpOtherWebServerWarning() {
        return new OtherWebServerWarning();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, ProtocolHandler.class})
    @ImportRuntimeHints(TomcatHints.class)
    static class TomcatConfiguration {

        @Bean
        TomcatGoroutinesCustomizer gmpTomcatWebServerFactoryCustomizer(GmpScheduler scheduler, OpenRequests requests) {
            return new TomcatGoroutinesCustomizer(new RequestExecutor(scheduler, requests));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    static class ServletConfiguration {

        @Bean
        FilterRegistrationBean<RestoredLabels> gmpRestoredLabels() {
            FilterRegistrationBean<RestoredLabels> filter = new FilterRegistrationBean<>(new RestoredLabels());
            filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
            filter.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
            return filter;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @ConditionalOnClass(WebMvcConfigurer.class)
    static class MvcConfiguration {

        @Bean
        RouteLabels gmpRouteLabels() {
            return new RouteLabels();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ConfigurableJettyWebServerFactory.class, QueuedThreadPool.class})
    static class JettyConfiguration {

        @Bean
        JettyGoroutinesCustomizer gmpJettyWebServerFactoryCustomizer(GmpScheduler scheduler, OpenRequests requests) {
            return new JettyGoroutinesCustomizer(new RequestExecutor(scheduler, requests));
        }
    }
}
