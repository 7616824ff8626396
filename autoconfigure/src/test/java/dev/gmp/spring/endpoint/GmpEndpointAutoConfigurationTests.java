package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

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

    /** A scheduler on standby that nobody has named has the same name. */
    @Test
    void theApplicationsOwnSchedulerHasItsNameBeforeOthers() {
        runner.withPropertyValues(EXPOSED, "gmp.max-procs=3")
                .withUserConfiguration(Namesake.class)
                .run(context -> assertThat(context.getBean(GmpEndpoint.class).scheduler("default"))
                        .extracting(SchedulerDescriptor::procs)
                        .isEqualTo(3));
    }

    @Test
    void isNotThereWhenOff() {
        runner.withPropertyValues(EXPOSED, "gmp.mode=off")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(GmpEndpoint.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class Namesake {

        @Bean(defaultCandidate = false)
        GmpScheduler aStandby() {
            return GmpScheduler.builder().maxProcs(1).build();
        }
    }
}
