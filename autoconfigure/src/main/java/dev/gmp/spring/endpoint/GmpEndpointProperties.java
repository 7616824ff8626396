package dev.gmp.spring.endpoint;

import java.util.Set;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the endpoint, beside those that Boot has for each.
 *
 * @param showStacks When to show stack traces of worker threads.
 * @param roles Roles that let an authenticated user see stacks. When empty, all authenticated users do.
 * @since 0.1
 */
@ConfigurationProperties("management.endpoint.gmp")
public record GmpEndpointProperties(
        @DefaultValue("never") Show showStacks,
        @DefaultValue Set<String> roles) {

    /** Whether a user may see stacks. */
    public boolean mayShowStacks(SecurityContext user) {
        return showStacks.isShown(user, roles);
    }
}
