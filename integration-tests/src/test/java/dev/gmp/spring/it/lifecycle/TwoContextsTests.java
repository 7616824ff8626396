package dev.gmp.spring.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.metrics.GmpMetricsAutoConfiguration;
import dev.gmp.spring.task.GmpTaskExecutor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Two applications in one JVM share nothing, although their schedulers have one name. */
class TwoContextsTests {

    @Test
    void eachHasASchedulerAndMetersOfItsOwn() throws Exception {
        try (ConfigurableApplicationContext one = start("--gmp.max-procs=1");
                ConfigurableApplicationContext other = start("--gmp.max-procs=3")) {
            GmpScheduler scheduler = one.getBean(GmpScheduler.class);
            assertThat(scheduler).isNotSameAs(other.getBean(GmpScheduler.class));
            for (int i = 0; i < 7; i++) {
                run(one);
            }
            assertThat(meter(one, "gmp.processors")).isEqualTo(1);
            assertThat(meter(other, "gmp.processors")).isEqualTo(3);
            assertThat(created(one)).isEqualTo(7);
            assertThat(created(other)).isZero();

            one.close();
            assertThat(scheduler.isTerminated()).isTrue();
            run(other);
            assertThat(created(other)).isEqualTo(1);
        }
    }

    private static void run(ConfigurableApplicationContext context) throws Exception {
        context.getBean(GmpTaskExecutor.class).submit(() -> {}).get(100, TimeUnit.SECONDS);
    }

    private static double meter(ConfigurableApplicationContext context, String name) {
        return context.getBean(MeterRegistry.class).get(name).gauge().value();
    }

    private static long created(ConfigurableApplicationContext context) {
        return context.getBean(GmpScheduler.class).snapshot().counters().created();
    }

    private static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .run(arguments);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        GmpAutoConfiguration.class,
        MetricsAutoConfiguration.class,
        GmpMetricsAutoConfiguration.class
    })
    static class Application {

        @Bean
        MeterRegistry meterRegistry() {
            return new SimpleMeterRegistry();
        }
    }
}
