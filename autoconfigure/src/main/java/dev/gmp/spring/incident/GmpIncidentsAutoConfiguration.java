package dev.gmp.spring.incident;

import dev.gmp.IncidentWatch;
import dev.gmp.observe.incident.IncidentFolder;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.bean.SchedulerBeans;
import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.endpoint.GmpEndpointProperties;
import dev.gmp.spring.endpoint.ReasonedRefusals;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/**
 * Capsules of incidents of all scheduler beans, the endpoint {@code gmpincidents} for them, and with {@code
 * gmp.incidents.enabled} a watch that writes them by itself.
 *
 * @since 0.2.0
 */
@AutoConfiguration(after = GmpAutoConfiguration.class)
@ConditionalOnGmp
@EnableConfigurationProperties(GmpIncidentsProperties.class)
public final class GmpIncidentsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    IncidentFolder gmpIncidentFolder(GmpIncidentsProperties properties) {
        return properties.toFolder();
    }

    @Bean
    @Lazy // so it costs nothing where nothing needs it
    @ConditionalOnMissingBean
    IncidentWatch gmpIncidentWatch(
            ListableBeanFactory beans,
            GmpIncidentsProperties properties,
            IncidentFolder folder,
            ObjectProvider<IncidentHealth> health) {
        return properties.toWatch(
                SchedulerBeans.all(beans).values(), folder, health.getIfAvailable(() -> () -> null)::check);
    }

    /** When all beans are there. */
    @Bean
    SmartInitializingSingleton gmpIncidentWatchStart(
            ObjectProvider<IncidentWatch> watch, GmpIncidentsProperties properties) {
        return () -> {
            if (!properties.enabled()) {
                return;
            }
            try {
                watch.getObject().start();
            } catch (IOException e) {
                throw new InvalidConfigurationPropertyValueException(
                        GmpIncidentsProperties.FOLDER,
                        properties.path(),
                        "must be a folder that this process can make and write: " + e,
                        e);
            }
        };
    }

    /** A check beside those of the schedulers: says what is wrong, or null if nothing is. */
    interface IncidentHealth {
        @Nullable
        String check();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class HealthConfiguration {

        @Bean
        IncidentHealth gmpIncidentHealth(ListableBeanFactory beans) {
            return new GmpHealthCheck(beans);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    @ConditionalOnAvailableEndpoint(GmpIncidentsEndpoint.class)
    @EnableConfigurationProperties(GmpEndpointProperties.class)
    @Import(ReasonedRefusals.class)
    static class EndpointConfiguration {

        @Bean
        @ConditionalOnMissingBean
        GmpIncidentsEndpoint gmpIncidentsEndpoint(
                IncidentWatch watch, IncidentFolder folder, GmpEndpointProperties properties) {
            return new GmpIncidentsEndpoint(watch, folder, properties);
        }
    }
}
