package dev.gmp.spring.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** When there is a health check, and of what. */
class GmpHealthAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpHealthAutoConfiguration.class,
                    HealthContributorRegistryAutoConfiguration.class));

    @Test
    void theOnlySchedulerIsTheCheckItself() {
        runner.run(context -> {
            HealthContributor contributor =
                    context.getBean(HealthContributorRegistry.class).getContributor("gmp");
            assertThat(contributor).isInstanceOf(HealthIndicator.class);
            Health health = ((HealthIndicator) contributor).health();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsEntry("scheduler", "default");
        });
    }

    @Test
    void ofSeveralEachIsCheckedByItself() {
        runner.withUserConfiguration(Second.class).run(context -> {
            HealthContributor contributor =
                    context.getBean(HealthContributorRegistry.class).getContributor("gmp");
            assertThat(contributor).isInstanceOf(CompositeHealthContributor.class);
            context.getBean("reports", GmpScheduler.class).shutdown();
            assertThat(((CompositeHealthContributor) contributor).stream().map(GmpHealthAutoConfigurationTests::status))
                    .containsExactlyInAnyOrder("gmpScheduler UP", "reports OUT_OF_SERVICE");
        });
    }

    private static String status(HealthContributors.Entry entry) {
        return Stream.of(entry.contributor())
                .map(HealthIndicator.class::cast)
                .map(indicator -> entry.name() + " " + indicator.health().getStatus())
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"management.health.gmp.enabled=false", "management.health.defaults.enabled=false", "gmp.mode=off"
            })
    void itCanBeSwitchedOff(String property) {
        runner.withPropertyValues(property)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("gmpHealthContributor"));
    }

    @Test
    void theApplicationsOwnTakesItsPlace() {
        runner.withBean(
                        "gmpHealthIndicator",
                        HealthIndicator.class,
                        () -> () -> Health.unknown().build())
                .run(context -> assertThat(context)
                        .hasSingleBean(HealthIndicator.class)
                        .doesNotHaveBean("gmpHealthContributor"));
    }

    @Test
    void withoutBootsHealthTheSchedulerWorksAllTheSame() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, GmpHealthAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(GmpScheduler.class)
                        .doesNotHaveBean("gmpHealthContributor"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Second {

        @Bean(defaultCandidate = false)
        GmpScheduler reports() {
            return GmpScheduler.builder().name("reports").build();
        }
    }
}
