package dev.gmp.spring.metrics;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.BusyTask;
import dev.gmp.spring.GmpAutoConfiguration;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.task.TaskExecutorMetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which meters an application gets, and when. */
@ExtendWith(OutputCaptureExtension.class)
class GmpMetricsAutoConfigurationTests {

    private final ApplicationContextRunner withoutRegistry = new ApplicationContextRunner()
            .withPropertyValues("gmp.max-procs=2", "gmp.goroutines=direct")
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpMetricsAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class));

    private final ApplicationContextRunner runner = withoutRegistry.withConfiguration(AutoConfigurations.of(
            MetricsAutoConfiguration.class,
            CompositeMeterRegistryAutoConfiguration.class,
            SimpleMetricsExportAutoConfiguration.class,
            TaskExecutorMetricsAutoConfiguration.class));

    @Test
    void theExecutorsMetersAreThoseThatMicrometerGivesTheJdksExecutors() {
        MeterRegistry micrometers = new SimpleMeterRegistry();
        for (ExecutorService executor : List.of(Executors.newFixedThreadPool(1), new ForkJoinPool(1))) {
            new ExecutorServiceMetrics(executor, executor.getClass().getName(), Tags.empty()).bindTo(micrometers);
            executor.shutdown();
        }
        runner.run(context -> assertThat(executorMeters(micrometers))
                .containsAll(executorMeters(context.getBean(MeterRegistry.class))));
    }

    private static List<String> executorMeters(MeterRegistry registry) {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .filter(id -> id.getName().startsWith("executor."))
                .map(id -> "%s %s %s %s"
                        .formatted(
                                id.getType(),
                                id.getName(),
                                id.getBaseUnit(),
                                id.getTags().stream().map(Tag::getKey).toList()))
                .toList();
    }

    @Test
    void theExecutorsMetersCountTheSchedulersWork() {
        runner.withPropertyValues("gmp.max-procs=1", "gmp.queue-capacity=9", "gmp.threads.max=1")
                .run(context -> {
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    Executor executor = context.getBean("applicationTaskExecutor", Executor.class);
                    BusyTask busy = BusyTask.on(executor);
                    for (int i = 0; i < 4; i++) {
                        executor.execute(() -> {});
                    }
                    await().untilAsserted(() -> {
                        assertThat(gauge(registry, "executor.active")).isEqualTo(1);
                        assertThat(gauge(registry, "executor.queued")).isEqualTo(4);
                        assertThat(gauge(registry, "executor.queue.remaining")).isEqualTo(5);
                        assertThat(gauge(registry, "executor.parallelism")).isEqualTo(1);
                        assertThat(gauge(registry, "executor.pool.core")).isEqualTo(1);
                        assertThat(gauge(registry, "executor.pool.max")).isEqualTo(1);
                        assertThat(gauge(registry, "executor.pool.size")).isEqualTo(1);
                    });
                    busy.release();
                    await().untilAsserted(() -> assertThat(registry.get("executor.completed")
                                    .functionCounter()
                                    .count())
                            .isEqualTo(5));
                });
    }

    /** Idle tasks wait, too, but take no room from others. */
    @Test
    void whatRemainsOfTheQueueIsWhatItStillAdmits() {
        runner.withPropertyValues("gmp.max-procs=1", "gmp.queue-capacity=3", "gmp.threads.max=1")
                .run(context -> {
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    GmpScheduler scheduler = context.getBean(GmpScheduler.class);
                    BusyTask busy = BusyTask.on(scheduler);
                    for (int i = 0; i < 4; i++) {
                        scheduler.executeIdle(() -> {});
                    }
                    scheduler.execute(() -> {});
                    await().untilAsserted(() -> {
                        assertThat(gauge(registry, "executor.queued")).isEqualTo(5);
                        assertThat(gauge(registry, "executor.queue.remaining")).isEqualTo(2);
                    });
                    busy.release();
                });
    }

    private static double gauge(MeterRegistry registry, String name) {
        return registry.get(name).tag("name", "applicationTaskExecutor").gauge().value();
    }

    /** Prometheus takes a name that ends in {@code _created} for something of its own. */
    @Test
    void theCounterOfGoroutinesIsNotTakenForTheGauge() {
        runner.withConfiguration(AutoConfigurations.of(PrometheusMetricsExportAutoConfiguration.class))
                .run(context -> {
                    GmpScheduler scheduler = context.getBean(GmpScheduler.class);
                    for (int i = 0; i < 3; i++) {
                        scheduler.submit(() -> {}).get();
                    }
                    PrometheusMeterRegistry registry = context.getBean(PrometheusMeterRegistry.class);
                    await().untilAsserted(() -> assertThat(registry.scrape().lines())
                            .contains(
                                    "# TYPE gmp_goroutines gauge",
                                    "gmp_goroutines{scheduler=\"default\",state=\"running\"} 0.0",
                                    "# TYPE gmp_goroutines_created_goroutines_total counter",
                                    "gmp_goroutines_created_goroutines_total{scheduler=\"default\"} 3.0",
                                    "gmp_goroutines_completed_goroutines_total{scheduler=\"default\"} 3.0"));
                });
    }

    private static List<String> meters(MeterRegistry registry) {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .filter(id -> !id.getName().endsWith(".histogram")) // how the simple registry shows buckets
                .map(id -> id.getName()
                        + id.getTags().stream()
                                .map(tag -> tag.getKey() + "=" + tag.getValue())
                                .collect(Collectors.joining(",", "[", "]")))
                .toList();
    }

    @Test
    void withoutARegistryThereAreNone() {
        withoutRegistry.run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(GmpScheduler.class)
                .doesNotHaveBean(GmpMeterBinder.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"io.micrometer.core", "org.springframework.boot.micrometer"})
    void withoutMicrometerTheSchedulerWorksAllTheSame(String missing) {
        withoutRegistry
                .withClassLoader(new FilteredClassLoader(missing))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(GmpScheduler.class)
                        .doesNotHaveBean("gmpMeterBinder"));
    }

    @Test
    void offThereAreNone() {
        runner.withPropertyValues("gmp.mode=off").run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(GmpMeterBinder.class);
            assertThat(meters(context.getBean(MeterRegistry.class))).noneMatch(meter -> meter.startsWith("gmp."));
        });
    }

    @Test
    void theApplicationsOwnSchedulersHaveMetersToo() {
        runner.withUserConfiguration(Second.class)
                .run(context -> assertThat(meters(context.getBean(MeterRegistry.class)))
                        .contains("gmp.processors[scheduler=default]", "gmp.processors[scheduler=reports]"));
    }

    @Test
    void ofTwoSchedulersWithOneNameTheSecondIsReported(CapturedOutput output) {
        runner.withUserConfiguration(Namesake.class)
                .run(context -> assertThat(meters(context.getBean(MeterRegistry.class)))
                        .containsOnlyOnce("gmp.processors[scheduler=default]"));
        assertThat(output).contains("Bean 'second' gets no meters: another scheduler is named 'default', too");
    }

    @Configuration(proxyBeanMethods = false)
    static class Second {

        @Bean(defaultCandidate = false)
        GmpScheduler reports() {
            return GmpScheduler.builder().name("reports").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Namesake {

        @Bean(defaultCandidate = false)
        GmpScheduler second() {
            return GmpScheduler.builder().build();
        }
    }
}
