package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * {@code @Async} and {@code @Scheduled} without a name, in applications whose executors make the scheduler step back: they run
 * where they would without an entry of {@code gmp.schedulers}, also where its beans are the only ones of their types.
 */
@Timeout(60)
class UnnamedChoiceTests {

    private static final String ONE = "gmp.schedulers.orders.max-goroutines=2";
    private static final String TWO = "gmp.schedulers.other.max-goroutines=2";

    private static final String NONE = "some.other=property";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withUserConfiguration(Unnamed.class);

    @ParameterizedTest
    @ValueSource(strings = {NONE, ONE, TWO})
    void aThreadForEachCallBesideAPlainExecutor(String entry) {
        runner.withPropertyValues(entries(entry))
                .withBean("legacy", ExecutorService.class, UnnamedChoiceTests::service)
                .run(context ->
                        assertThat(context.getBean(Work.class).async().get()).startsWith("SimpleAsyncTaskExecutor-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {NONE, ONE, TWO})
    void onThePlainExecutorOfTheNameThatSpringLooksFor(String entry) {
        runner.withPropertyValues(entries(entry))
                .withBean("taskExecutor", ExecutorService.class, UnnamedChoiceTests::service)
                .run(context ->
                        assertThat(context.getBean(Work.class).async().get()).startsWith("service-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {NONE, ONE, TWO})
    void scheduledMethodsOnTheScheduledExecutorService(String entry) {
        runner.withPropertyValues(entries(entry))
                .withBean("timer", ScheduledExecutorService.class, UnnamedChoiceTests::service)
                .run(context -> assertThat(context.getBean(Work.class).ticks().poll(60, TimeUnit.SECONDS))
                        .startsWith("service-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {NONE, ONE, TWO})
    void onWhatAParentHas(String entry) {
        new ApplicationContextRunner()
                .withBean("pool", ThreadPoolTaskExecutor.class, UnnamedChoiceTests::pool, each -> each.setPrimary(true))
                .withBean("timer", TaskScheduler.class, () -> new ConcurrentTaskScheduler(service()))
                .run(parent -> runner.withParent(parent)
                        .withPropertyValues(entries(entry))
                        .run(child -> {
                            assertThat(child.getBean(Work.class).async().get()).startsWith("pool-");
                            assertThat(child.getBean(Work.class).ticks().poll(60, TimeUnit.SECONDS))
                                    .startsWith("service-");
                        }));
    }

    /** The bean of a parent is not ended with its child. */
    @Test
    void whatAParentHasOutlivesTheChild() {
        new ApplicationContextRunner()
                .withBean("pool", ThreadPoolTaskExecutor.class, UnnamedChoiceTests::pool)
                .run(parent -> {
                    runner.withParent(parent)
                            .withPropertyValues(ONE)
                            .run(child -> child.getBean(Work.class).async().get());
                    assertThat(parent.getBean(ThreadPoolTaskExecutor.class)
                                    .submit(UnnamedChoiceTests::thread)
                                    .get())
                            .startsWith("pool-");
                });
    }

    @Test
    void nothingIsAddedWhereTheApplicationHasItsOwn() {
        runner.withPropertyValues(ONE)
                .withBean("pool", ThreadPoolTaskExecutor.class, UnnamedChoiceTests::pool)
                .run(context -> {
                    assertThat(context).doesNotHaveBean(UnnamedChoice.EXECUTOR_BEAN_NAME);
                    assertThat(context.getBean(TaskExecutor.class)).isSameAs(context.getBean("pool"));
                });
        runner.withPropertyValues(ONE)
                .run(context -> assertThat(context)
                        .doesNotHaveBean(UnnamedChoice.EXECUTOR_BEAN_NAME)
                        .doesNotHaveBean(UnnamedChoice.TASK_SCHEDULER_BEAN_NAME));
    }

    private static String[] entries(String last) {
        return last.equals(TWO) ? new String[] {ONE, TWO} : new String[] {last};
    }

    private static ThreadPoolTaskExecutor pool() {
        ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
        pool.setThreadNamePrefix("pool-");
        return pool;
    }

    private static ScheduledExecutorService service() {
        return Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory("service-"));
    }

    private static String thread() {
        return Thread.currentThread().getName();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableScheduling
    static class Unnamed {

        @Bean
        Work work() {
            return new Work();
        }
    }

    static class Work {

        private final BlockingQueue<String> ticks = new LinkedBlockingQueue<>();

        BlockingQueue<String> ticks() {
            return ticks;
        }

        @Async
        public CompletableFuture<String> async() {
            return CompletableFuture.completedFuture(thread());
        }

        @Scheduled(fixedDelay = 100)
        public void tick() {
            ticks.add(thread());
        }
    }
}
