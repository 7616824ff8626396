package dev.gmp.spring.task;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.spring.GmpAutoConfiguration;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ScheduledTasksObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** Methods with {@code @Scheduled} on the scheduler. */
class ScheduledMethodTests {

    private static final Duration PATIENCE = Duration.ofSeconds(100);
    private static final String[] WAYS = {"takesLong", "rate", "delay", "cron", "once"};

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withUserConfiguration(Scheduling.class);

    @ParameterizedTest
    @ValueSource(strings = {"auto", "direct"})
    void everyWayToScheduleRunsOnGoroutinesOfTheSchedulersKind(String goroutines) {
        runner.withPropertyValues("gmp.max-procs=1", "gmp.goroutines=" + goroutines)
                .run(context -> {
                    Jobs jobs = context.getBean(Jobs.class);
                    String kind =
                            context.getBean(GmpScheduler.class).goroutines().name();
                    try {
                        await().atMost(PATIENCE)
                                .untilAsserted(() -> assertThat(jobs.kinds)
                                        .containsOnlyKeys(WAYS)
                                        .allSatisfy(
                                                (way, seen) -> assertThat(seen).isEqualTo(kind)));
                    } finally {
                        jobs.release.countDown();
                    }
                });
    }

    @Test
    void eachRunIsObserved() {
        TestObservationRegistry observations = TestObservationRegistry.create();
        runner.withBean(ObservationRegistry.class, () -> observations)
                .withConfiguration(AutoConfigurations.of(ScheduledTasksObservationAutoConfiguration.class))
                .run(context -> {
                    Jobs jobs = context.getBean(Jobs.class);
                    jobs.release.countDown();
                    await().untilAsserted(() -> TestObservationRegistryAssert.assertThat(observations)
                            .hasObservationWithNameEqualTo("tasks.scheduled.execution")
                            .that()
                            .hasBeenStarted()
                            .hasBeenStopped());
                    assertThat(jobs.observed.get(100, TimeUnit.SECONDS)).isTrue();
                });
    }

    @Test
    void methodsEndWithTheirContext() {
        AtomicInteger afterwards = new AtomicInteger();
        runner.run(context -> {
            Jobs jobs = context.getBean(Jobs.class);
            await().atMost(PATIENCE).until(() -> jobs.kinds.keySet().containsAll(List.of(WAYS)));
            jobs.release.countDown();
            GmpScheduler scheduler = context.getBean(GmpScheduler.class);
            context.close();
            assertThat(scheduler.isTerminated()).isTrue();
            afterwards.set(jobs.rateRuns.get());
            Thread.sleep(30);
            assertThat(jobs.rateRuns).hasValue(afterwards.get());
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Scheduling {

        @Bean
        Jobs jobs(ObjectProvider<ObservationRegistry> observations) {
            return new Jobs(observations.getIfAvailable(() -> ObservationRegistry.NOOP));
        }
    }

    static class Jobs {

        private final CountDownLatch release = new CountDownLatch(1);
        private final AtomicInteger rateRuns = new AtomicInteger();

        /** Of the goroutines that methods have run on, by the methods. */
        private final Map<String, String> kinds = new ConcurrentHashMap<>();

        private final CompletableFuture<Boolean> observed = new CompletableFuture<>();
        private final ObservationRegistry observations;

        Jobs(ObservationRegistry observations) {
            this.observations = observations;
        }

        /** Never ends by itself, and holds up none of the others. */
        @Scheduled(fixedDelay = 1)
        void takesLong() throws InterruptedException {
            ran("takesLong");
            release.await();
        }

        @Scheduled(fixedRate = 1)
        void rate() {
            rateRuns.incrementAndGet();
            observed.complete(observations.getCurrentObservation() != null);
            ran("rate");
        }

        @Scheduled(fixedDelay = 1)
        void delay() {
            ran("delay");
        }

        @Scheduled(cron = "* * * * * *")
        void cron() {
            ran("cron");
        }

        @Scheduled(initialDelay = 1)
        void once() {
            ran("once");
        }

        private void ran(String method) {
            String kind = Goroutines.isGoroutine() ? Goroutines.current().kind().name() : "no goroutine";
            kinds.merge(method, kind, (before, now) -> before.equals(now) ? now : "several kinds");
        }
    }
}
