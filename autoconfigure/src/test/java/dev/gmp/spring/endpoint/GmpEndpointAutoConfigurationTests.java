package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.GmpAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** When the endpoint is there. */
class GmpEndpointAutoConfigurationTests {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=gmp";

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, GmpEndpointAutoConfiguration.class));

    @Test
    void isThereWhenExposed() {
        runner.withPropertyValues(EXPOSED)
                .run(context -> assertThat(context)
                        .hasSingleBean(GmpEndpoint.class)
                        .hasSingleBean(GmpEndpointWebExtension.class));
    }

    @Test
    void isNotThereByDefault() {
        runner.run(context ->
                assertThat(context).doesNotHaveBean(GmpEndpoint.class).doesNotHaveBean(GmpEndpointWebExtension.class));
    }

    @Test
    void isNotThereWithoutAccess() {
        runner.withPropertyValues(EXPOSED, "management.endpoint.gmp.access=NONE")
                .run(context -> assertThat(context).doesNotHaveBean(GmpEndpoint.class));
    }

    @Test
    void isNotThereWhenOff() {
        runner.withPropertyValues(EXPOSED, "gmp.mode=off")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(GmpEndpoint.class));
    }
}
