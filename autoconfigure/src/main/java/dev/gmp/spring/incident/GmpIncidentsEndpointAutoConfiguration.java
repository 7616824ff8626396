package dev.gmp.spring.incident;

import dev.gmp.IncidentWatch;
import dev.gmp.observe.incident.IncidentFolder;
import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.endpoint.GmpEndpointProperties;
import dev.gmp.spring.endpoint.ReasonedRefusals;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * The endpoint {@code gmpincidents}, which lists, writes, shows and deletes capsules of incidents.
 *
 * @since 0.2.0
 */
@AutoConfiguration(after = GmpIncidentsAutoConfiguration.class)
@ConditionalOnGmp
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(GmpIncidentsEndpoint.class)
@EnableConfigurationProperties(GmpEndpointProperties.class)
@Import(ReasonedRefusals.class)
public final class GmpIncidentsEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    GmpIncidentsEndpoint gmpIncidentsEndpoint(
            IncidentWatch watch, IncidentFolder folder, GmpEndpointProperties properties) {
        return new GmpIncidentsEndpoint(watch, folder, properties);
    }
}
