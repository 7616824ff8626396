package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gmp.spring.GmpAutoConfiguration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

@ExtendWith(OutputCaptureExtension.class)
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
    void aSourceThatFailsIsLeftOutAndLoggedOnce(CapturedOutput output) {
        web.withUserConfiguration(Sources.class, FailingSources.class).run(context -> {
            GmpEndpoint endpoint = context.getBean(GmpEndpoint.class);
            for (int i = 0; i < 3; i++) {
                assertThat(endpoint.schedulers().progress()).containsExactly(IMPORT, REPORT);
                assertThat(endpoint.schedulers().schedulers()).isNotEmpty();
            }
        });
        assertThat(output.toString().split("is not shown while it fails", -1)).hasSize(1 + FailingSources.NUMBER);
    }

    @Test
    void aSourceThatFailsAgainIsLoggedAgain(CapturedOutput output) {
        AtomicBoolean fails = new AtomicBoolean();
        ProgressReport report = new ProgressReport(List.of(() -> {
            if (fails.get()) {
                throw new AssertionError("planned");
            }
            return List.of(IMPORT);
        }));
        for (int i = 0; i < 4; i++) {
            fails.set(i % 2 == 0);
            assertThat(report.read()).hasSize(i % 2);
        }
        assertThat(output.toString().split("is not shown while it fails", -1)).hasSize(3);
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

    /** Each fails in another way. */
    @Configuration(proxyBeanMethods = false)
    static class FailingSources {

        static final int NUMBER = 5;

        @Bean
        @Order(0)
        ProgressSource throwing() {
            return () -> {
                throw new IllegalStateException("planned");
            };
        }

        @Bean
        ProgressSource outOfMemory() {
            return () -> {
                throw new OutOfMemoryError("planned");
            };
        }

        @Bean
        ProgressSource recursive() {
            return new ProgressSource() {
                @Override
                @SuppressWarnings("InfiniteRecursion")
                public List<Progress> progress() {
                    return List.copyOf(progress());
                }
            };
        }

        @Bean
        @SuppressWarnings("NullAway")
        ProgressSource nothing() {
            return () -> null;
        }

        @Bean
        ProgressSource listWithoutProgress() {
            return () -> Arrays.asList(IMPORT, null);
        }
    }
}
