package dev.gmp.spring.metrics;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Latches;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The meters of bulkheads and of schedulers of their own. */
class BulkheadMetersTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withPropertyValues(
                    "gmp.max-procs=2",
                    "gmp.schedulers.orders.max-goroutines=2",
                    "gmp.schedulers.orders.queue-capacity=3",
                    "gmp.schedulers.batch.max-procs=1")
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpMetricsAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    CompositeMeterRegistryAutoConfiguration.class,
                    PrometheusMetricsExportAutoConfiguration.class));

    @Test
    void theyCountWhatGoesThroughTheBulkheadAlone() {
        runner.run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            ExecutorService executor = context.getBean("ordersTaskExecutor", ExecutorService.class);
            context.getBean("gmpExecutorService", ExecutorService.class)
                    .submit(() -> {})
                    .get();
            CountDownLatch gate = new CountDownLatch(1);
            Future<?> last = null;
            for (int i = 0; i < 5; i++) {
                last = executor.submit(() -> Latches.await(gate));
            }
            for (int i = 0; i < 4; i++) {
                Assertions.assertThatExceptionOfType(RejectedExecutionException.class)
                        .isThrownBy(() -> executor.execute(() -> {}));
            }

            assertThat(bulkhead(registry, "gmp.bulkhead.live")).isEqualTo(2);
            assertThat(bulkhead(registry, "gmp.bulkhead.queued")).isEqualTo(3);
            assertThat(bulkhead(registry, "gmp.bulkhead.max")).isEqualTo(2);
            assertThat(bulkhead(registry, "gmp.bulkhead.queue.capacity")).isEqualTo(3);
            assertThat(bulkhead(registry, "gmp.bulkhead.rejected")).isEqualTo(4);
            assertThat(executor(registry, "executor.active")).isEqualTo(2);
            assertThat(executor(registry, "executor.queued")).isEqualTo(3);
            assertThat(executor(registry, "executor.queue.remaining")).isZero();
            assertThat(executor(registry, "executor.pool.size")).isEqualTo(2);
            assertThat(executor(registry, "executor.pool.core")).isEqualTo(2);
            assertThat(executor(registry, "executor.pool.max")).isEqualTo(2);
            assertThat(admissionWait(registry, "orders").count()).isEqualTo(2);
            assertThat(admissionWait(registry, "orders").totalTime(TimeUnit.NANOSECONDS))
                    .isZero();

            gate.countDown();
            last.get();
            await().untilAsserted(() ->
                    assertThat(bulkhead(registry, "gmp.bulkhead.completed")).isEqualTo(5));
            assertThat(executor(registry, "executor.completed")).isEqualTo(5);
            assertThat(admissionWait(registry, "orders").count()).isEqualTo(5);
            assertThat(admissionWait(registry, "orders").totalTime(TimeUnit.NANOSECONDS))
                    .isPositive();
            assertThat(admissionWait(registry, "none").count()).isZero();
        });
    }

    /** A queue without a limit has no capacity, rather than one of two thousand million. */
    @Test
    void aQueueWithoutALimitHasNoCapacity() {
        runner.withPropertyValues("gmp.schedulers.endless.max-goroutines=1").run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get("gmp.bulkhead.queue.capacity")
                            .tag("bulkhead", "endless")
                            .gauge()
                            .value())
                    .isNaN();
        });
    }

    @Test
    void aSchedulerOfItsOwnHasAllMetersUnderItsName() {
        runner.run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get("gmp.processors")
                            .tag("scheduler", "batch")
                            .gauge()
                            .value())
                    .isEqualTo(1);
            assertThat(registry.get("executor.parallelism")
                            .tag("name", "batch")
                            .gauge()
                            .value())
                    .isEqualTo(1);
            assertThat(names(registry, "batch")).isEqualTo(names(registry, "default"));
        });
    }

    @Test
    void everyMeterOfANameHasTheSameTagKeys() {
        runner.run(context -> {
            Map<String, List<String>> keys = new HashMap<>();
            for (Meter meter : context.getBean(MeterRegistry.class).getMeters()) {
                List<String> own =
                        meter.getId().getTags().stream().map(Tag::getKey).toList();
                assertThat(keys.computeIfAbsent(meter.getId().getName(), name -> own))
                        .as(meter.getId().getName())
                        .isEqualTo(own);
            }
            assertThat(keys).containsKeys("gmp.admission.wait", "gmp.bulkhead.live", "executor.active");
        });
    }

    private static List<String> names(MeterRegistry registry, String scheduler) {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .filter(id -> scheduler.equals(id.getTag("scheduler")) && !"orders".equals(id.getTag("bulkhead")))
                .map(Meter.Id::getName)
                .distinct()
                .sorted()
                .toList();
    }

    private static double bulkhead(MeterRegistry registry, String name) {
        return value(registry.get(name)
                .tag("scheduler", "default")
                .tag("bulkhead", "orders")
                .meter());
    }

    private static double executor(MeterRegistry registry, String name) {
        return value(registry.get(name).tag("name", "orders").meter());
    }

    private static double value(Meter meter) {
        return meter.measure().iterator().next().getValue();
    }

    private static Timer admissionWait(MeterRegistry registry, String bulkhead) {
        return registry.get("gmp.admission.wait")
                .tag("scheduler", "default")
                .tag("bulkhead", bulkhead)
                .timer();
    }
}
