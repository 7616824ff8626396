package dev.gmp.spring.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.LeakWatchConfig;
import dev.gmp.config.OvertimePolicy;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.spring.GmpAutoConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** From properties to the scheduler's settings. */
class GmpPropertiesTests {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class));

    @Test
    void defaultsAreTheSchedulersOwn() {
        SchedulerConfig own;
        try (GmpScheduler scheduler = GmpScheduler.builder().build()) {
            own = scheduler.config();
        }
        runner.run(context ->
                assertThat(context.getBean(GmpScheduler.class).config()).isEqualTo(own));
    }

    @Test
    void everyPropertyArrives() {
        runner.withPropertyValues(
                        "gmp.max-procs=3",
                        "gmp.goroutines=direct",
                        "gmp.time-slice=7ms",
                        "gmp.threads.max=44",
                        "gmp.threads.keep-alive=5s",
                        "gmp.queue-capacity=66",
                        "gmp.idle-queue-capacity=77",
                        "gmp.rejection-policy=caller-runs",
                        "gmp.schedtrace-interval=8m",
                        "gmp.goroutine-times.enabled=true",
                        "gmp.stall-after=6s",
                        "gmp.leaks.enabled=false",
                        "gmp.leaks.interval=11s",
                        "gmp.leaks.threshold=12s",
                        "gmp.overtime.policy=lower-priority",
                        "gmp.overtime.nice=4",
                        "gmp.cpu-pacing.enabled=false",
                        "gmp.recorder.enabled=false",
                        "gmp.recorder.size=3MB",
                        "gmp.task-kinds.enabled=false",
                        "gmp.shutdown.await-termination-period=9s")
                .run(context -> {
                    assertThat(context.getBean(GmpScheduler.class).config())
                            .isEqualTo(new SchedulerConfig(
                                    "default",
                                    3,
                                    GoroutineMode.DIRECT,
                                    Discipline.GO,
                                    Duration.ofMillis(7),
                                    44,
                                    Duration.ofSeconds(5),
                                    OptionalInt.of(66),
                                    77,
                                    RejectionPolicy.CALLER_RUNS,
                                    Duration.ofMinutes(8),
                                    true,
                                    Duration.ofSeconds(6),
                                    OvertimePolicy.LOWER_PRIORITY,
                                    4,
                                    false,
                                    false,
                                    3 << 20,
                                    false,
                                    new LeakWatchConfig(false, Duration.ofSeconds(11), Duration.ofSeconds(12))));
                    assertThat(context.getBean(GmpProperties.class).shutdown().awaitTerminationPeriod())
                            .isEqualTo(Duration.ofSeconds(9));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "\"off\"", "OFF", "false"})
    void offIsOffHoweverYamlReadsIt(String off) throws IOException {
        PropertySource<?> yaml = new YamlPropertySourceLoader()
                .load("test", new ByteArrayResource(("gmp:\n  mode: " + off).getBytes(StandardCharsets.UTF_8)))
                .get(0);
        runner.withInitializer(
                        context -> context.getEnvironment().getPropertySources().addFirst(yaml))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(GmpScheduler.class));
    }
}
