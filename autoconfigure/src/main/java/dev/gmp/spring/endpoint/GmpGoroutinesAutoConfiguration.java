package dev.gmp.spring.endpoint;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.bean.SchedulerBeans;
import dev.gmp.spring.condition.ConditionalOnGmp;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * The endpoint {@code gmpgoroutines}, which shows what every goroutine of a scheduler bean is doing.
 *
 * @since 0.2.0
 */
@AutoConfiguration(after = GmpAutoConfiguration.class)
@ConditionalOnGmp
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(GmpGoroutinesEndpoint.class)
@EnableConfigurationProperties(GmpEndpointProperties.class)
@Import(ReasonedRefusals.class)
public final class GmpGoroutinesAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    GmpGoroutinesEndpoint gmpGoroutinesEndpoint(ListableBeanFactory beans, GmpEndpointProperties properties) {
        return new GmpGoroutinesEndpoint(SchedulerBeans.all(beans).values(), properties);
    }
}
