package dev.gmp.spring.named;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Latches;
import dev.gmp.spring.task.GmpTaskExecutor;
import dev.gmp.spring.task.GmpTaskScheduler;
import dev.gmp.spring.task.NamedTaskExecutor;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** What an entry of {@code gmp.schedulers} gives an application, and what it leaves alone. */
class NamedSchedulersTests {

    private static final String OURS = "gmp-default-";

    private final ApplicationContextRunner plain = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class));

    private final ApplicationContextRunner runner = plain.withPropertyValues(
            "gmp.schedulers.orders.max-goroutines=2", "gmp.schedulers.orders.queue-capacity=3");

    @Test
    void anEntryIsABulkheadBeforeTheApplicationsScheduler() {
        runner.run(context -> {
            Bulkhead bulkhead = context.getBean("ordersBulkhead", Bulkhead.class);
            assertThat(bulkhead.name()).isEqualTo("orders");
            assertThat(bulkhead.config().maxGoroutines()).isEqualTo(2);
            assertThat(bulkhead.config().queueCapacity()).hasValue(3);
            assertThat(bulkhead.snapshot().scheduler()).isEqualTo("default");
            assertThat(context.getBeansOfType(GmpScheduler.class)).hasSize(1);
            assertThat(context).doesNotHaveBean("orders");
        });
    }

    /** As before there was an entry. */
    @Test
    void theTypeAloneMeansTheApplicationsScheduler() {
        plain.withPropertyValues("gmp.schedulers.reports.separate=true").run(context -> {
            assertThat(context.getBean(GmpScheduler.class)).isSameAs(context.getBean("gmpScheduler"));
            assertThat(context.getBeanProvider(GmpScheduler.class).getIfUnique())
                    .isSameAs(context.getBean("gmpScheduler"));
            assertThat(context.getBeansOfType(GmpScheduler.class)).hasSize(2);
        });
    }

    @Test
    void asyncMethodsRunThroughTheBulkheadOfTheirName() {
        runner.withUserConfiguration(AsyncAndScheduled.class).run(context -> {
            Work work = context.getBean(Work.class);
            assertThat(work.inOrders().get(100, TimeUnit.SECONDS)).startsWith(OURS);
            assertThat(context.getBean("ordersBulkhead", Bulkhead.class)
                            .snapshot()
                            .admitted())
                    .isEqualTo(1);
            assertThat(work.anywhere().get(100, TimeUnit.SECONDS)).startsWith(OURS);
            assertThat(context.getBean("ordersBulkhead", Bulkhead.class)
                            .snapshot()
                            .admitted())
                    .as("a method without a name does not go through it")
                    .isEqualTo(1);
        });
    }

    @Test
    void scheduledMethodsRunThroughTheBulkheadOfTheirName() {
        runner.withUserConfiguration(Ticking.class).run(context -> {
            await().untilAsserted(() ->
                    assertThat(context.getBean(Ticking.class).ticks.get()).isGreaterThan(3));
            long ticks = context.getBean(Ticking.class).ticks.get();
            assertThat(context.getBean("ordersBulkhead", Bulkhead.class)
                            .snapshot()
                            .admitted())
                    .isGreaterThanOrEqualTo(ticks);
        });
    }

    @Test
    void beansAreInjectedByTheQualifier() {
        runner.withUserConfiguration(InjectedByQualifier.class).run(context -> {
            InjectedByQualifier injected = context.getBean(InjectedByQualifier.class);
            assertThat(injected.executor).isSameAs(context.getBean("ordersTaskExecutor"));
            assertThat(injected.executorService).isSameAs(injected.executor);
            assertThat(injected.scheduler).isSameAs(context.getBean("ordersTaskScheduler"));
            assertThat(injected.executorService.submit(() -> 7).get()).isEqualTo(7);
            assertThat(injected.bulkhead.snapshot().admitted()).isEqualTo(1);
            assertThat(BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                            context.getBeanFactory(), AsyncTaskExecutor.class, "orders"))
                    .isSameAs(injected.executor);
        });
    }

    @Test
    void nothingElseNoticesAnEntry() {
        runner.withUserConfiguration(AsyncAndScheduled.class).run(context -> {
            assertThat(context.getBean("applicationTaskExecutor")).isInstanceOf(GmpTaskExecutor.class);
            assertThat(context.getBean("taskScheduler")).isInstanceOf(GmpTaskScheduler.class);
            assertThat(context.getBeanProvider(AsyncTaskExecutor.class).getIfUnique())
                    .isSameAs(context.getBean("applicationTaskExecutor"));
            assertThat(context.getBeanProvider(TaskScheduler.class).getIfUnique())
                    .isSameAs(context.getBean("taskScheduler"));
            assertThat(context.getBeanProvider(GmpScheduler.class).getIfUnique())
                    .isSameAs(context.getBean("gmpScheduler"));
        });
    }

    @Test
    void asyncWithoutANameStaysWithTheApplicationsOwnExecutor() {
        runner.withUserConfiguration(AsyncAndScheduled.class, OwnExecutor.class).run(context -> {
            Work work = context.getBean(Work.class);
            assertThat(work.anywhere().get(100, TimeUnit.SECONDS)).startsWith("own-");
            assertThat(work.inOrders().get(100, TimeUnit.SECONDS)).startsWith(OURS);
        });
    }

    @Test
    void bootsExecutorStaysWhereTheSchedulerStepsBack() {
        runner.withPropertyValues("spring.task.execution.mode=force")
                .withUserConfiguration(AsyncAndScheduled.class)
                .run(context -> {
                    Work work = context.getBean(Work.class);
                    assertThat(work.anywhere().get(100, TimeUnit.SECONDS)).startsWith("task-");
                    assertThat(work.inOrders().get(100, TimeUnit.SECONDS)).startsWith(OURS);
                });
    }

    @Test
    void anEntryWithProcessorsOfItsOwnIsAScheduler() {
        plain.withPropertyValues(
                        "gmp.max-procs=3",
                        "gmp.threads.keep-alive=7s",
                        "gmp.schedulers.batch.max-procs=1",
                        "gmp.schedulers.batch.queue-capacity=5",
                        "gmp.schedulers.batch.time-slice=20ms",
                        "gmp.schedulers.follows.separate=true",
                        "gmp.schedulers.limited.max-procs=1",
                        "gmp.schedulers.limited.max-goroutines=4")
                .withUserConfiguration(NeedsScheduler.class)
                .run(context -> {
                    GmpScheduler batch = context.getBean("batchScheduler", GmpScheduler.class);
                    assertThat(batch.name()).isEqualTo("batch");
                    assertThat(batch.maxProcs()).isEqualTo(1);
                    assertThat(batch.config().queueCapacity()).hasValue(5);
                    assertThat(batch.config().timeSlice()).isEqualTo(Duration.ofMillis(20));
                    assertThat(batch.config().machineKeepAlive())
                            .as("as in gmp")
                            .isEqualTo(Duration.ofSeconds(7));
                    assertThat(context).doesNotHaveBean("batchBulkhead");
                    assertThat(context.getBean("followsScheduler", GmpScheduler.class)
                                    .config()
                                    .maxProcs())
                            .as("not gmp.max-procs, but the default")
                            .isEqualTo(GmpScheduler.builder().build().config().maxProcs());
                    assertThat(context.getBean("limitedBulkhead", Bulkhead.class)
                                    .snapshot()
                                    .scheduler())
                            .isEqualTo("limited");
                    assertThat(context.getBean("batchTaskExecutor", ExecutorService.class)
                                    .submit(() -> Thread.currentThread().getName())
                                    .get())
                            .startsWith("gmp-batch-");
                    CompletableFuture<String> scheduled = new CompletableFuture<>();
                    context.getBean("limitedTaskScheduler", TaskScheduler.class)
                            .schedule(
                                    () -> scheduled.complete(
                                            Thread.currentThread().getName()),
                                    Instant.now());
                    assertThat(scheduled.get(100, TimeUnit.SECONDS)).startsWith("gmp-limited-");
                    assertThat(context.getBean(NeedsScheduler.class).scheduler())
                            .as("by type, the application's")
                            .isSameAs(context.getBean("gmpScheduler"));
                });
    }

    @Test
    void aFullBulkheadRejectsAsSpringsExecutorsDo() {
        runner.run(context -> {
            AsyncTaskExecutor executor = context.getBean("ordersTaskExecutor", AsyncTaskExecutor.class);
            CountDownLatch gate = new CountDownLatch(1);
            for (int i = 0; i < 5; i++) {
                executor.execute(() -> Latches.await(gate));
            }
            assertThatExceptionOfType(TaskRejectedException.class)
                    .isThrownBy(() -> executor.execute(() -> {}))
                    .withMessageContaining("bulkhead 'orders'")
                    .withMessageContaining("2 of 2 goroutines live (max-goroutines), 3 of 3 tasks wait");
            gate.countDown();
        });
    }

    @Test
    void decoratorsAreAppliedAndACancelledFutureLeavesTheQueue() {
        runner.withBean(TaskDecorator.class, () -> task -> new Decorated(task)).run(context -> {
            NamedTaskExecutor executor = context.getBean("ordersTaskExecutor", NamedTaskExecutor.class);
            Bulkhead bulkhead = context.getBean("ordersBulkhead", Bulkhead.class);
            CountDownLatch gate = new CountDownLatch(1);
            Decorated.RUN.set(0);
            for (int i = 0; i < 2; i++) {
                executor.execute(() -> Latches.await(gate));
            }
            for (int i = 0; i < 10; i++) {
                Future<?> waiting = i % 2 == 0 ? executor.submit(() -> {}) : executor.submitCompletable(() -> {});
                assertThat(bulkhead.snapshot().queued()).isEqualTo(1);
                waiting.cancel(false);
                assertThat(bulkhead.snapshot().queued()).isZero();
            }
            gate.countDown();
            await().untilAsserted(() -> assertThat(bulkhead.snapshot().live()).isZero());
            assertThat(Decorated.RUN).hasValue(2);
        });
    }

    /** As the application's own executor has none that is meant for another one alone. */
    @Test
    void aDecoratorThatIsNoDefaultCandidateIsNotApplied() {
        runner.withBean(TaskDecorator.class, () -> task -> new Decorated(task), definition -> {
                    ((AbstractBeanDefinition) definition).setDefaultCandidate(false);
                })
                .run(context -> {
                    Decorated.RUN.set(0);
                    context.getBean("ordersTaskExecutor", AsyncTaskExecutor.class)
                            .submit(() -> {})
                            .get();
                    context.getBean("ordersTaskScheduler", TaskScheduler.class)
                            .schedule(() -> {}, Instant.now())
                            .get();
                    assertThat(Decorated.RUN).hasValue(0);
                });
    }

    /** Boot takes such a variable for an entry of another name. */
    @Test
    void aVariableChangesAnEntryWhoseNameHasDashesAndMakesNoOther() {
        plain.withPropertyValues("gmp.schedulers.price-import.max-goroutines=20")
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of("GMP_SCHEDULERS_PRICEIMPORT_MAXGOROUTINES", "50"))))
                .run(context -> {
                    assertThat(context.getBeansOfType(Bulkhead.class)).containsOnlyKeys("price-importBulkhead");
                    assertThat(context.getBean(Bulkhead.class).config().maxGoroutines())
                            .isEqualTo(50);
                });
    }

    @Configuration(proxyBeanMethods = false)
    record NeedsScheduler(GmpScheduler scheduler) {}

    record Decorated(Runnable task) implements Runnable {

        static final AtomicInteger RUN = new AtomicInteger();

        @Override
        public void run() {
            RUN.incrementAndGet();
            task.run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableScheduling
    static class AsyncAndScheduled {
        @Bean
        Work work() {
            return new Work();
        }
    }

    static class Work {
        @Async("orders")
        CompletableFuture<String> inOrders() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }

        @Async
        CompletableFuture<String> anywhere() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Ticking {
        final AtomicInteger ticks = new AtomicInteger();

        @Scheduled(fixedDelay = 1, scheduler = "orders")
        void tick() {
            ticks.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnExecutor {
        @Bean
        ThreadPoolTaskExecutor ownExecutor() {
            ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
            executor.setThreadNamePrefix("own-");
            return executor;
        }
    }
}
