package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** With {@code gmp.mode=off}, what asks for executors by names of this starter's goes on with the application's own. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(60)
class ModeOffTests {

    private static final String ENTRY = "gmp.schedulers.orders.max-goroutines=2";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpOffAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withPropertyValues("gmp.mode=off", ENTRY);

    @Test
    void methodsThatNameASchedulerRunOnBootsOwn(CapturedOutput output) {
        runner.withUserConfiguration(Named.class).run(context -> {
            Work work = context.getBean(Work.class);
            assertThat(work.orders().get()).startsWith("task-");
            assertThat(work.idle().get()).startsWith("task-");
            assertThat(work.ticks().poll(60, TimeUnit.SECONDS)).startsWith("scheduling-");
            assertThat(context.getBean(Injected.class)
                            .executor()
                            .submitCompletable(ModeOffTests::thread)
                            .get())
                    .startsWith("task-");
        });
        assertThat(output)
                .contains("what is asked for as 'orders' is bean 'applicationTaskExecutor'")
                .contains("what is asked for as 'orders' is bean 'taskScheduler'");
    }

    @Test
    void whatNobodyAsksForIsNotMade(CapturedOutput output) {
        runner.run(context ->
                assertThat(context.getBean(TaskExecutor.class)).isSameAs(context.getBean("applicationTaskExecutor")));
        assertThat(output).doesNotContain("gmp.mode is off");
    }

    @Test
    void theOnlyExecutorOfTheApplicationStandsInWhereBootHasNone() {
        runner.withBean("pool", ThreadPoolTaskExecutor.class, () -> {
                    ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
                    pool.setThreadNamePrefix("pool-");
                    return pool;
                })
                .withUserConfiguration(Named.class)
                .run(context ->
                        assertThat(context.getBean(Work.class).orders().get()).startsWith("pool-"));
    }

    @Test
    void whereTheApplicationHasSeveralExecutorsEachTaskHasAThread() {
        runner.withBean("one", Executor.class, () -> Runnable::run)
                .withBean("two", Executor.class, () -> Runnable::run)
                .withUserConfiguration(Named.class)
                .run(context ->
                        assertThat(context.getBean(Work.class).orders().get()).startsWith("orders-"));
    }

    @Test
    void aChildContextHasThoseOfItsParent() {
        runner.withUserConfiguration(Named.class)
                .run(parent -> runner.withParent(parent)
                        .withUserConfiguration(Named.class)
                        .run(child -> assertThat(
                                        child.getBean(Work.class).orders().get())
                                .startsWith("task-")));
    }

    @Test
    void beansOfTheApplicationWithTheNamesStay() {
        runner.withBean("ordersTaskExecutor", Executor.class, () -> Runnable::run)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .getBean("ordersTaskExecutor")
                        .isNotInstanceOf(AsyncTaskExecutor.class));
    }

    /** As the auto-configurations are listed, and ordered, for applications. */
    @Test
    void anApplicationStarts() throws Exception {
        try (var context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .properties(Map.of("gmp.mode", "off", "gmp.schedulers.orders.max-goroutines", "2"))
                .run()) {
            assertThat(context.getBean(Work.class).orders().get()).startsWith("task-");
        }
    }

    private static String thread() {
        return Thread.currentThread().getName();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application extends Named {}

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableScheduling
    static class Named {

        @Bean
        Work work() {
            return new Work();
        }

        @Bean
        Injected injected(
                @Qualifier("orders") AsyncTaskExecutor executor, @Qualifier("orders") TaskScheduler scheduler) {
            return new Injected(executor, scheduler);
        }
    }

    record Injected(AsyncTaskExecutor executor, TaskScheduler scheduler) {}

    static class Work {

        private final BlockingQueue<String> ticks = new LinkedBlockingQueue<>();

        BlockingQueue<String> ticks() {
            return ticks;
        }

        @Async("orders")
        public CompletableFuture<String> orders() {
            return CompletableFuture.completedFuture(thread());
        }

        @Async("gmpIdleExecutor")
        public CompletableFuture<String> idle() {
            return CompletableFuture.completedFuture(thread());
        }

        @Scheduled(fixedDelay = 100, scheduler = "orders")
        public void tick() {
            ticks.add(thread());
        }
    }
}
