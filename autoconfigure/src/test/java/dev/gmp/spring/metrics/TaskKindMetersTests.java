package dev.gmp.spring.metrics;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.TaskKindSnapshot;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.task.GmpTaskExecutor;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The meters of kinds of tasks. Failures are exact, so they tell whose they are. */
class TaskKindMetersTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withPropertyValues("gmp.max-procs=2")
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpMetricsAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    CompositeMeterRegistryAutoConfiguration.class,
                    SimpleMetricsExportAutoConfiguration.class));

    @Test
    void eachMeterShowsItsOwnNumber() {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (GmpScheduler scheduler = GmpScheduler.builder().maxProcs(1).build()) {
            RecentSnapshot recent = new RecentSnapshot(scheduler);
            new TaskKindMeters(
                            "test",
                            recent,
                            () -> List.of(new TaskKindSnapshot(
                                    "GET /a",
                                    Duration.ofSeconds(1),
                                    Duration.ofSeconds(2),
                                    Duration.ofSeconds(3),
                                    4,
                                    5)))
                    .bindTo(registry);
            recent.get();

            assertThat(count(registry, "gmp.task.wait", "GET /a")).isEqualTo(1);
            assertThat(count(registry, "gmp.task.run", "GET /a")).isEqualTo(2);
            assertThat(count(registry, "gmp.task.blocked", "GET /a")).isEqualTo(3);
            assertThat(count(registry, "gmp.task.preemptions", "GET /a")).isEqualTo(4);
            assertThat(count(registry, "gmp.task.failures", "GET /a")).isEqualTo(5);
            assertThat(count(registry, "gmp.task.failures", "other")).isZero();
        }
    }

    @Test
    void theKindsOfAnnotatedMethodsAndOfClasses() {
        runner.withUserConfiguration(Methods.class).run(context -> {
            Work work = context.getBean(Work.class);
            for (int i = 0; i < 3; i++) {
                work.fail();
                work.failToTell();
            }
            work.failInTheFuture();
            context.getBean(GmpTaskExecutor.class).submit(new Failing());
            context.getBean(GmpTaskExecutor.class).submitCompletable(new Failing());
            MeterRegistry registry = context.getBean(MeterRegistry.class);

            awaitFailures(registry, Work.class.getName() + ".fail", 3);
            awaitFailures(registry, Work.class.getName() + ".failToTell", 3);
            awaitFailures(registry, Work.class.getName() + ".failInTheFuture", 1);
            awaitFailures(registry, Failing.class.getName(), 2);
            awaitFailures(registry, Ticks.class.getName() + ".tick", 2);
        });
    }

    @Test
    void offMeansNoMeters() {
        runner.withPropertyValues("gmp.task-kinds.enabled=false").run(context -> {
            context.getBean(GmpTaskExecutor.class).submit(new Failing());

            assertThat(context.getBean(GmpScheduler.class).taskKinds()).isEmpty();
            assertThat(context.getBean(MeterRegistry.class).getMeters())
                    .extracting(meter -> meter.getId().getName())
                    .contains("gmp.processors")
                    .noneMatch(name -> name.startsWith("gmp.task."));
        });
    }

    private static void awaitFailures(MeterRegistry registry, String kind, double failures) {
        await().untilAsserted(() -> {
            registry.get("gmp.processors").gauge().value(); // a scrape
            assertThat(count(registry, "gmp.task.failures", kind)).as(kind).isEqualTo(failures);
        });
    }

    private static double count(MeterRegistry registry, String name, String kind) {
        FunctionCounter counter = registry.find(name).tag("task", kind).functionCounter();
        return counter == null ? -1 : counter.count();
    }

    private static final class Failing implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("as it should");
        }
    }

    @Component
    static class Work {

        @Async
        void fail() {
            throw new IllegalStateException("as it should");
        }

        @Async
        CompletableFuture<String> failToTell() {
            throw new IllegalStateException("as it should");
        }

        @Async
        Future<String> failInTheFuture() {
            throw new IllegalStateException("as it should");
        }
    }

    @Component
    static class Ticks {

        private final AtomicInteger ticks = new AtomicInteger();

        /** Fails twice. */
        @Scheduled(fixedDelay = 1)
        void tick() {
            if (ticks.incrementAndGet() <= 2) {
                throw new IllegalStateException("as it should");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableScheduling
    @Import({Work.class, Ticks.class})
    static class Methods {}
}
