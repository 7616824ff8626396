package dev.gmp.spring.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.BusyTask;
import dev.gmp.spring.GmpAutoConfiguration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/** The executor for idle-priority work: there by name, and in no other executor's way. */
class IdleExecutorTests {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class));

    @Test
    void asynchronousMethodsCanAskForIt() {
        runner.withUserConfiguration(Asynchronous.class).withBean(Warmer.class).run(context -> {
            Warmer warmer = context.getBean(Warmer.class);
            warmer.warm();
            assertThat(warmer.warmedBy().get(100, TimeUnit.SECONDS)).startsWith("gmp-default-m");
        });
    }

    @Test
    void isNotTheExecutorThatOthersGet() {
        runner.run(context -> {
            assertThat(context).hasBean("gmpIdleExecutor");
            assertThat(context.getBean("applicationTaskExecutor")).isInstanceOf(GmpTaskExecutor.class);
            assertThat(context.getBeanProvider(TaskExecutor.class).getObject()).isInstanceOf(GmpTaskExecutor.class);
        });
    }

    @Test
    void saysThatItsQueueIsFull() {
        runner.withPropertyValues("gmp.max-procs=1", "gmp.threads.max=1", "gmp.idle-queue-capacity=1")
                .run(context -> {
                    Executor idle = context.getBean("gmpIdleExecutor", Executor.class);
                    BusyTask busy =
                            BusyTask.on(context.getBean(GmpScheduler.class).direct());
                    idle.execute(() -> {});
                    assertThatThrownBy(() -> idle.execute(() -> {}))
                            .isInstanceOf(RejectedExecutionException.class)
                            .hasMessageContaining("1 idle tasks wait (idle-queue-capacity)");
                    busy.release();
                });
    }

    @Test
    void itsTasksAreDecorated() {
        List<String> steps = new CopyOnWriteArrayList<>();
        runner.withBean(TaskDecorator.class, () -> task -> {
                    Thread submitter = Thread.currentThread();
                    return () -> {
                        steps.add("decorated by " + submitter.getName());
                        task.run();
                    };
                })
                .withUserConfiguration(Asynchronous.class)
                .withBean(Warmer.class)
                .run(context -> {
                    Warmer warmer = context.getBean(Warmer.class);
                    warmer.warm();
                    warmer.warmedBy().get(100, TimeUnit.SECONDS);
                    assertThat(steps)
                            .containsExactly(
                                    "decorated by " + Thread.currentThread().getName());
                });
    }

    @Test
    void whatComesInAPauseIsKeptUntilTheContextStarts() {
        runner.withPropertyValues("gmp.idle-queue-capacity=1").run(context -> {
            Executor idle = context.getBean("gmpIdleExecutor", Executor.class);
            GmpScheduler scheduler = context.getBean(GmpScheduler.class);
            CompletableFuture<String> ran = new CompletableFuture<>();
            ConfigurableApplicationContext source =
                    context.getSourceApplicationContext(ConfigurableApplicationContext.class);
            source.stop();
            idle.execute(() -> ran.complete("ran"));
            assertThat(scheduler.snapshot().counters().created()).isZero();
            assertThatThrownBy(() -> idle.execute(() -> {}))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("is paused and keeps 1 of 1 tasks (idle-queue-capacity)");
            source.start();
            assertThat(ran.get(100, TimeUnit.SECONDS)).isEqualTo("ran");
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Asynchronous {}

    static class Warmer {

        private final CompletableFuture<String> warmedBy = new CompletableFuture<>();

        public CompletableFuture<String> warmedBy() {
            return warmedBy;
        }

        @Async("gmpIdleExecutor")
        public void warm() {
            warmedBy.complete(Thread.currentThread().getName());
        }
    }
}
