package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Progress;
import dev.gmp.spring.ProgressSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

class EndpointProgressTests {

    private static final Progress IMPORT = new Progress("Import", 3, 10L, "files");
    private static final Progress REPORT = new Progress("Report", 7, null, "lines");

    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpEndpointAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=gmp");

    @Test
    void theEndpointSaysWhatEverySourceSaysInTheOrderOfTheBeans() {
        web.withUserConfiguration(Sources.class)
                .run(context -> assertThat(
                                context.getBean(GmpEndpoint.class).schedulers().progress())
                        .containsExactly(IMPORT, REPORT));
    }

    @Test
    void withoutSourcesItSaysNothing() {
        web.run(context -> assertThat(
                        context.getBean(GmpEndpoint.class).schedulers().progress())
                .isEmpty());
    }

    @Test
    void nonsenseIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Progress(" ", 0, null, "files"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Progress("Import", -1, null, "files"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Progress("Import", 0, -1L, "files"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Sources {

        @Bean
        @Order(2)
        ProgressSource reports() {
            return () -> List.of(REPORT);
        }

        @Bean
        @Order(1)
        ProgressSource imports() {
            return () -> List.of(IMPORT);
        }
    }
}
