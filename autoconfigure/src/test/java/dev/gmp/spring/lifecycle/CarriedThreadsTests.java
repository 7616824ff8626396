package dev.gmp.spring.lifecycle;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Latches;
import dev.gmp.spring.task.GmpTaskExecutor;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** Virtual threads that tasks start by themselves are none of the tasks that a pause or the end of the context waits for. */
@ExtendWith(OutputCaptureExtension.class)
class CarriedThreadsTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class, TaskExecutionAutoConfiguration.class, LifecycleAutoConfiguration.class))
            .withPropertyValues("gmp.shutdown.await-termination-period=300ms");

    @Test
    void theEndNeitherWaitsForOneNorInterruptsItAndNamesIt(CapturedOutput output) throws Exception {
        AtomicBoolean stopped = new AtomicBoolean();
        CompletableFuture<Boolean> wasInterrupted = new CompletableFuture<>();
        runner.withPropertyValues("gmp.shutdown.await-termination-period=60s").run(context -> {
            assumeVirtual(context);
            Thread poller = call(
                    context,
                    () -> startVirtualThread(() -> {
                        boolean interrupted = false;
                        while (!stopped.get()) {
                            interrupted |= Thread.interrupted();
                            Thread.yield();
                        }
                        wasInterrupted.complete(interrupted);
                    }));
            poller.setName("poller");
            context.close();
            stopped.set(true);
            assertThat(wasInterrupted.get()).isFalse();
        });
        assertThat(output)
                .doesNotContain("still ran tasks")
                .contains("Tasks of scheduler 'default' started virtual threads that still run: [poller");
    }

    @Test
    void aPauseDoesNotWaitForOneAndKeepsWhatItSubmits(CapturedOutput output) {
        CountDownLatch submits = new CountDownLatch(1);
        CountDownLatch hasSubmitted = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(1);
        runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=60s")
                .run(context -> {
                    assumeVirtual(context);
                    GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
                    call(
                            context,
                            () -> startVirtualThread(() -> {
                                Latches.await(submits);
                                executor.execute(ran::countDown);
                                hasSubmitted.countDown();
                            }));
                    ConfigurableApplicationContext source = context.getSourceApplicationContext();
                    source.pause();
                    long created = context.getBean(GmpScheduler.class)
                            .snapshot()
                            .counters()
                            .created();
                    submits.countDown();
                    hasSubmitted.await();
                    assertThat(context.getBean(GmpScheduler.class)
                                    .snapshot()
                                    .counters()
                                    .created())
                            .isEqualTo(created);
                    source.restart();
                    assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
                });
        assertThat(output).doesNotContain("still running after timeout");
    }

    @Test
    void tasksThatAreParkedAreNamedWhenTheyAreInterrupted(CapturedOutput output) {
        runner.run(context -> {
            assumeVirtual(context);
            Future<?> task = context.getBean(GmpTaskExecutor.class).submit(() -> Latches.await(new CountDownLatch(1)));
            await().until(() ->
                    context.getBean(GmpScheduler.class).snapshot().goroutines().waiting() == 1);
            context.close();
            task.get();
        });
        assertThat(output)
                .contains(
                        "Interrupting 0 running, 0 blocked, 1 parked tasks [gmp-default-g at dev.gmp.spring.Latches.await");
    }

    private static <T> T call(AssertableApplicationContext context, Callable<T> task) throws Exception {
        return context.getBean(GmpTaskExecutor.class).submit(task).get();
    }

    private static void assumeVirtual(AssertableApplicationContext context) {
        assumeTrue(context.getBean(GmpScheduler.class).goroutines() == GoroutineMode.VIRTUAL);
    }

    /** {@code Thread.startVirtualThread}, which JDK 17 does not have. */
    private static Thread startVirtualThread(Runnable body) {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
