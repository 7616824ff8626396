package dev.gmp.spring.page;

import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.endpoint.GmpEndpointAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * The page {@code gmpui}, where the application is on the web and exposes it.
 *
 * @since 0.1
 */
@AutoConfiguration(after = GmpEndpointAutoConfiguration.class)
@ConditionalOnGmp
@ConditionalOnWebApplication
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(GmpPageEndpoint.class)
@ImportRuntimeHints(PageHints.class)
public final class GmpPageAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    GmpPageEndpoint gmpPageEndpoint(ObjectProvider<PathMappedEndpoints> endpoints) {
        return new GmpPageEndpoint(() -> PagePaths.of(endpoints.getObject()));
    }
}
