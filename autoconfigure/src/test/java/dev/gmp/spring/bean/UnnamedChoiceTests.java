package dev.gmp.spring.bean;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.UnnamedWork;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * {@code @Async} and {@code @Scheduled} without a name, in applications whose executors make the scheduler step back: they run
 * where they would without an entry of {@code gmp.schedulers}, also where its beans are the only ones of their types.
 */
class UnnamedChoiceTests {

    private static final String ONE = "gmp.schedulers.orders.max-goroutines=2";
    private static final String TWO = "gmp.schedulers.other.max-goroutines=2";

    private static final String NONE = "some.other=property";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withUserConfiguration(UnnamedWork.WithAsyncAndScheduling.class);

    @ParameterizedTest
    @ValueSource(strings = {NONE, ONE, TWO})
    void aThreadForEachCallBesideAPlainExecutor(String entry) {
        runner.withPropertyValues(entries(entry))
                .withBean("legacy", ExecutorService.class, UnnamedWork::service)
                .run(context -> assertThat(
                                context.getBean(UnnamedWork.class).async().get())
                        .startsWith("SimpleAsyncTaskExecutor-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {NONE, ONE, TWO})
    void onThePlainExecutorOfTheNameThatSpringLooksFor(String entry) {
        runner.withPropertyValues(entries(entry))
                .withBean("taskExecutor", ExecutorService.class, UnnamedWork::service)
                .run(context -> assertThat(
                                context.getBean(UnnamedWork.class).async().get())
                        .startsWith("service-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {NONE, ONE, TWO})
    void scheduledMethodsOnTheScheduledExecutorService(String entry) {
        runner.withPropertyValues(entries(entry))
                .withBean("timer", ScheduledExecutorService.class, UnnamedWork::service)
                .run(context -> assertThat(
                                context.getBean(UnnamedWork.class).ticks().poll(60, TimeUnit.SECONDS))
                        .startsWith("service-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {NONE, ONE, TWO})
    void onWhatAParentHas(String entry) {
        new ApplicationContextRunner()
                .withBean("pool", ThreadPoolTaskExecutor.class, UnnamedWork::pool, each -> each.setPrimary(true))
                .withBean("timer", TaskScheduler.class, () -> new ConcurrentTaskScheduler(UnnamedWork.service()))
                .run(parent -> runner.withParent(parent)
                        .withPropertyValues(entries(entry))
                        .run(child -> {
                            assertThat(child.getBean(UnnamedWork.class).async().get())
                                    .startsWith("pool-");
                            assertThat(child.getBean(UnnamedWork.class).ticks().poll(60, TimeUnit.SECONDS))
                                    .startsWith("service-");
                        }));
    }

    /** The bean of a parent is not ended with its child. */
    @Test
    void whatAParentHasOutlivesTheChild() {
        new ApplicationContextRunner()
                .withBean("pool", ThreadPoolTaskExecutor.class, UnnamedWork::pool)
                .run(parent -> {
                    runner.withParent(parent)
                            .withPropertyValues(ONE)
                            .run(child ->
                                    child.getBean(UnnamedWork.class).async().get());
                    assertThat(parent.getBean(ThreadPoolTaskExecutor.class)
                                    .submit(UnnamedWork::thread)
                                    .get())
                            .startsWith("pool-");
                });
    }

    @Test
    void onItsOwnWhereTheApplicationHasOne() {
        runner.withPropertyValues(ONE)
                .withBean("pool", ThreadPoolTaskExecutor.class, UnnamedWork::pool)
                .run(context -> {
                    assertThat(context.getBean(TaskExecutor.class)).isSameAs(context.getBean("pool"));
                    assertThat(context.getBean(UnnamedWork.class).async().get()).startsWith("pool-");
                });
    }

    private static String[] entries(String last) {
        return last.equals(TWO) ? new String[] {ONE, TWO} : new String[] {last};
    }
}
