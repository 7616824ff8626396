package dev.gmp.spring.page;

import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.endpoint.GmpEndpointAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * The page {@code gmpui}, where the application is on the web and exposes it, with {@link PageHeaders}.
 *
 * @since 0.1
 */
@AutoConfiguration(after = GmpEndpointAutoConfiguration.class)
@ConditionalOnGmp
@ConditionalOnWebApplication
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(GmpPageEndpoint.class)
@EnableConfigurationProperties(WebEndpointProperties.class)
@Import({MvcPageHeaders.class, WebFluxPageHeaders.class})
@ImportRuntimeHints(PageHints.class)
public final class GmpPageAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    GmpPageEndpoint gmpPageEndpoint(ObjectProvider<PathMappedEndpoints> endpoints) {
        return new GmpPageEndpoint(() -> PagePaths.of(endpoints.getObject()));
    }
}
