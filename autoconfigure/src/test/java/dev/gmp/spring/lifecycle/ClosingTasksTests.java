package dev.gmp.spring.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Latches;
import dev.gmp.spring.task.GmpTaskExecutor;
import dev.gmp.spring.task.GmpTaskScheduler;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** A task that closes or pauses its context is neither waited for nor interrupted. */
@ExtendWith(OutputCaptureExtension.class)
class ClosingTasksTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, LifecycleAutoConfiguration.class))
            .withPropertyValues(
                    "gmp.shutdown.await-termination-period=60s",
                    "gmp.schedulers.bulkhead.max-goroutines=1",
                    "gmp.schedulers.apart.separate=true");

    /** Is destroyed after the scheduler, since it was there before. */
    static final class Slow implements DisposableBean {

        final CompletableFuture<Boolean> ended = new CompletableFuture<>();

        @Override
        public void destroy() {
            try {
                Thread.sleep(50);
                ended.complete(true);
            } catch (InterruptedException e) {
                ended.complete(false);
            }
        }
    }

    static Stream<Arguments> waysIn() {
        BiConsumer<ApplicationContext, Runnable> job = (context, task) ->
                context.getBean("taskScheduler", GmpTaskScheduler.class).schedule(task, Instant.now());
        return Stream.of("virtual", "direct")
                .flatMap(goroutines -> Stream.of(
                        Arguments.of(goroutines, "applicationTaskExecutor", by("applicationTaskExecutor")),
                        Arguments.of(goroutines, "gmpIdleExecutor", by("gmpIdleExecutor")),
                        Arguments.of(goroutines, "bulkhead", by("bulkheadTaskExecutor")),
                        Arguments.of(goroutines, "separate scheduler", by("apartTaskExecutor")),
                        Arguments.of(goroutines, "task scheduler", job)));
    }

    private static BiConsumer<ApplicationContext, Runnable> by(String executor) {
        return (context, task) -> context.getBean(executor, Executor.class).execute(task);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("waysIn")
    void aTaskMayCloseItsContext(
            String goroutines, String name, BiConsumer<ApplicationContext, Runnable> wayIn, CapturedOutput output) {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        runner.withPropertyValues("gmp.goroutines=" + available(goroutines))
                .withBean(Slow.class)
                .run(context -> {
                    Slow slow = context.getBean(Slow.class);
                    GmpScheduler scheduler = context.getBean(GmpScheduler.class);
                    ConfigurableApplicationContext source = context.getSourceApplicationContext();
                    wayIn.accept(source, () -> {
                        source.close();
                        interrupted.complete(Thread.interrupted());
                    });
                    assertThat(slow.ended.get(60, TimeUnit.SECONDS)).isTrue();
                    assertThat(interrupted.get(60, TimeUnit.SECONDS)).isFalse();
                    assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
                });
        assertThat(output).doesNotContain("still ran tasks");
    }

    @Test
    void othersAreStillWaitedForAndInterrupted(CapturedOutput output) {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> other = new CompletableFuture<>();
        CompletableFuture<Boolean> closer = new CompletableFuture<>();
        runner.withPropertyValues("gmp.shutdown.await-termination-period=100ms").run(context -> {
            GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
            ConfigurableApplicationContext source = context.getSourceApplicationContext();
            executor.execute(() -> {
                begun.countDown();
                Latches.await(new CountDownLatch(1));
                other.complete(Thread.interrupted());
            });
            begun.await();
            executor.execute(() -> {
                source.close();
                closer.complete(Thread.interrupted());
            });
            assertThat(other.get(60, TimeUnit.SECONDS)).isTrue();
            assertThat(closer.get(60, TimeUnit.SECONDS)).isFalse();
        });
        assertThat(output).contains("still ran tasks").doesNotContain("LifecycleGroup.stop");
    }

    @Test
    void aTaskMayPauseItsContext(CapturedOutput output) {
        runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=60s")
                .run(context -> {
                    ConfigurableApplicationContext source = context.getSourceApplicationContext();
                    context.getBean(GmpTaskExecutor.class).submit(source::pause).get(100, TimeUnit.SECONDS);
                });
        assertThat(output).doesNotContain("still running after timeout");
    }

    /** On JDK 17 there are direct ones alone. */
    private static String available(String goroutines) {
        return Runtime.version().feature() < 21 ? "direct" : goroutines;
    }
}
