package dev.gmp.spring.metrics;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.BusyTask;
import dev.gmp.spring.ConfigurationDocument;
import dev.gmp.spring.GmpAutoConfiguration;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
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
    void metersHaveTheNamesAndTagsThatDashboardsRead() {
        runner.run(context -> assertThat(meters(context.getBean(MeterRegistry.class)))
                .containsExactlyInAnyOrder(
                        "gmp.procs[scheduler=default]",
                        "gmp.procs.idle[scheduler=default]",
                        "gmp.nmspinning[scheduler=default]",
                        "gmp.cpu.quota[scheduler=default]",
                        "gmp.machines[scheduler=default,state=running]",
                        "gmp.machines[scheduler=default,state=spinning]",
                        "gmp.machines[scheduler=default,state=blocked]",
                        "gmp.machines[scheduler=default,state=overtime]",
                        "gmp.machines[scheduler=default,state=locked]",
                        "gmp.machines[scheduler=default,state=idle]",
                        "gmp.runq.depth[p=none,queue=global,scheduler=default]",
                        "gmp.runq.depth[p=0,queue=local,scheduler=default]",
                        "gmp.runq.depth[p=1,queue=local,scheduler=default]",
                        "gmp.goroutines[scheduler=default,state=runnable]",
                        "gmp.goroutines[scheduler=default,state=running]",
                        "gmp.goroutines[scheduler=default,state=waiting]",
                        "gmp.goroutines[scheduler=default,state=syscall]",
                        "gmp.timers.pending[scheduler=default]",
                        "gmp.netpoll.waiters[scheduler=default]",
                        "gmp.goroutines.created[scheduler=default]",
                        "gmp.goroutines.completed[scheduler=default]",
                        "gmp.steals[scheduler=default]",
                        "gmp.stolen.goroutines[scheduler=default]",
                        "gmp.runq.overflows[scheduler=default]",
                        "gmp.machine.parks[scheduler=default]",
                        "gmp.machine.unparks[scheduler=default]",
                        "gmp.procs.changes[scheduler=default]",
                        "gmp.paced[scheduler=default]",
                        "gmp.deferred[scheduler=default]",
                        "gmp.rejections[scheduler=default]",
                        "gmp.stalled[scheduler=default]",
                        "gmp.machines.max[scheduler=default]",
                        "gmp.machine.limit.hits[scheduler=default]",
                        "gmp.queue.size[scheduler=default]",
                        "gmp.queue.capacity[scheduler=default]",
                        "gmp.idle.queue.size[scheduler=default]",
                        "gmp.idle.queue.capacity[scheduler=default]",
                        "gmp.preemptions[kind=cooperative,scheduler=default]",
                        "gmp.preemptions[kind=handoff,scheduler=default]",
                        "gmp.handoffs[scheduler=default]",
                        "gmp.yields[kind=first,scheduler=default]",
                        "gmp.yields[kind=repeated,scheduler=default]",
                        "gmp.scheduling.latency[scheduler=default]",
                        "gmp.slice.length[scheduler=default]",
                        "gmp.admission.wait[bulkhead=none,scheduler=default]",
                        "executor.completed[name=applicationTaskExecutor]",
                        "executor.steals[name=applicationTaskExecutor]",
                        "executor.active[name=applicationTaskExecutor]",
                        "executor.queued[name=applicationTaskExecutor]",
                        "executor.queue.remaining[name=applicationTaskExecutor]",
                        "executor.parallelism[name=applicationTaskExecutor]",
                        "executor.pool.size[name=applicationTaskExecutor]",
                        "executor.pool.core[name=applicationTaskExecutor]",
                        "executor.pool.max[name=applicationTaskExecutor]"));
    }

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
        runner.withPropertyValues("gmp.max-procs=1", "gmp.queue-capacity=9", "gmp.max-machines=1")
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
        runner.withPropertyValues("gmp.max-procs=1", "gmp.queue-capacity=3", "gmp.max-machines=1")
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

    @Test
    void everyMeterReachesPrometheusAndStandsInTheDocument() throws IOException {
        List<String> documented = ConfigurationDocument.table("meter", "kind", "more tags", "Prometheus").stream()
                .map(row -> row.get(0) + " " + row.get(3))
                .toList();
        runner.withConfiguration(AutoConfigurations.of(PrometheusMetricsExportAutoConfiguration.class))
                .run(context -> {
                    PrometheusMeterRegistry registry = context.getBean(PrometheusMeterRegistry.class);
                    assertThat(PrometheusNames.inScrape(registry, "gmp."))
                            .containsExactlyInAnyOrderElementsOf(documented);
                    // 54 meters, of which the three timers have three lines each, and two of those 13 buckets
                    assertThat(registry.scrape().lines())
                            .filteredOn(line -> line.startsWith("gmp_") || line.startsWith("executor_"))
                            .hasSize(54 + 3 * 2 + 2 * 13);
                });
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
                                    "# TYPE gmp_goroutines_created_tasks_total counter",
                                    "gmp_goroutines_created_tasks_total{scheduler=\"default\"} 3.0",
                                    "gmp_goroutines_completed_tasks_total{scheduler=\"default\"} 3.0",
                                    "# TYPE gmp_stolen_goroutines_total counter"));
                });
    }

    @Test
    void noNameInPrometheusSaysAWordTwice() {
        runner.withConfiguration(AutoConfigurations.of(PrometheusMetricsExportAutoConfiguration.class))
                .run(context -> assertThat(context.getBean(PrometheusMeterRegistry.class)
                                .scrape()
                                .lines()
                                .filter(line -> line.startsWith("# TYPE gmp_"))
                                .map(line -> line.split(" ")[2]))
                        .isNotEmpty()
                        .allSatisfy(name -> assertThat(name.split("_")).as(name).doesNotHaveDuplicates()));
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
                        .contains("gmp.procs[scheduler=default]", "gmp.procs[scheduler=reports]"));
    }

    @Test
    void ofTwoSchedulersWithOneNameTheSecondIsReported(CapturedOutput output) {
        runner.withUserConfiguration(Namesake.class)
                .run(context -> assertThat(meters(context.getBean(MeterRegistry.class)))
                        .containsOnlyOnce("gmp.procs[scheduler=default]"));
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
