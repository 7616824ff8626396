package dev.gmp.spring.contract;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.Goroutines;
import dev.gmp.spring.GmpAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.task.AsyncTaskExecutor;

/**
 * What Spring's own suite for task executors (AbstractSchedulingTaskExecutorTests, fourteen cases) asks, of the bean that
 * an application gets: execute; submit of runnables and callables; submitCompletable of both; each with a result, with a
 * failure, and with a look at the outcome after the end of the context. Each method names its case.
 */
@ParameterizedClass
@ValueSource(strings = {"direct", "auto"})
class TaskExecutorContractTests {

    @Parameter
    String goroutines;

    private static final RuntimeException FAILURE = new IllegalStateException("planned");

    /** executeRunnable. */
    @Test
    void aRunnableRunsOnAGoroutineThatIsNamedAfterTheScheduler() {
        onTheBean(executor -> {
            CompletableFuture<String> thread = new CompletableFuture<>();
            executor.execute(() -> thread.complete(name()));
            assertThat(thread.get(100, TimeUnit.SECONDS)).startsWith("gmp-default");
        });
    }

    /** executeFailingRunnable. */
    @Test
    void aRunnableThatThrowsHarmsNobody() {
        onTheBean(executor -> {
            AtomicReference<Throwable> uncaught = new AtomicReference<>();
            executor.execute(() -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> uncaught.set(thrown));
                throw FAILURE;
            });
            assertThat(get(executor.submit(() -> 42))).isEqualTo(42);
            await().until(() -> uncaught.get() == FAILURE);
        });
    }

    /** submitRunnable, submitCompletableRunnable. */
    @Test
    void theFutureOfARunnableHasNoResult() {
        forEachWayToSubmitARunnable(submit -> {
            AtomicReference<String> thread = new AtomicReference<>();
            Future<?> future = submit.apply(() -> thread.set(name()));
            assertThat(get(future)).isNull();
            assertThat(future.isDone()).isTrue();
            assertThat(thread.get()).startsWith("gmp-default");
        });
    }

    /** submitFailingRunnable, submitFailingCompletableRunnable. */
    @Test
    void theFutureOfARunnableThatThrowsHasWhatItThrew() {
        forEachWayToSubmitARunnable(submit -> assertFailed(submit.apply(() -> {
            throw FAILURE;
        })));
    }

    /** submitRunnableWithGetAfterShutdown, submitCompletableRunnableWithGetAfterShutdown. */
    @Test
    void theFuturesOfRunnablesEndWithTheContext() {
        List<Future<?>> futures = new ArrayList<>();
        forEachWayToSubmitARunnable(submit -> {
            futures.add(submit.apply(TaskExecutorContractTests::pause));
            futures.add(submit.apply(TaskExecutorContractTests::pause));
        });
        assertThat(futures).hasSize(4).allSatisfy(TaskExecutorContractTests::assertEnded);
    }

    /** submitCallable, submitCompletableCallable. */
    @Test
    void theFutureOfACallableHasItsResult() {
        forEachWayToSubmitACallable(submit -> {
            Future<Object> future = submit.apply(TaskExecutorContractTests::name);
            assertThat((String) get(future)).startsWith("gmp-default");
            assertThat(future.isDone()).isTrue();
        });
    }

    /** submitFailingCallable, submitFailingCompletableCallable. */
    @Test
    void theFutureOfACallableThatThrowsHasWhatItThrew() {
        forEachWayToSubmitACallable(submit -> assertFailed(submit.apply(() -> {
            throw FAILURE;
        })));
    }

    /** submitCallableWithGetAfterShutdown, submitCompletableCallableWithGetAfterShutdown. */
    @Test
    void theFuturesOfCallablesEndWithTheContext() {
        List<Future<?>> futures = new ArrayList<>();
        forEachWayToSubmitACallable(submit -> {
            futures.add(submit.apply(TaskExecutorContractTests::pausing));
            futures.add(submit.apply(TaskExecutorContractTests::pausing));
        });
        assertThat(futures).hasSize(4).allSatisfy(TaskExecutorContractTests::assertEnded);
    }

    /** What else a completable one promises: what is attached hears of the outcome. */
    @Test
    void whoIsAttachedToACompletableOneHearsOfTheOutcome() {
        onTheBean(executor -> {
            assertThat(executor.submitCompletable(() -> 20)
                            .thenApply(result -> result + 1)
                            .get(100, TimeUnit.SECONDS))
                    .isEqualTo(21);
            assertThat(executor.submitCompletable((Callable<Object>) () -> {
                                throw FAILURE;
                            })
                            .handle((result, thrown) -> thrown)
                            .get(100, TimeUnit.SECONDS))
                    .matches(thrown -> thrown == FAILURE || thrown.getCause() == FAILURE);
        });
    }

    private void forEachWayToSubmitARunnable(Check<Function<Runnable, Future<?>>> check) {
        onTheBean(executor -> check.of(executor::submit));
        onTheBean(executor -> check.of(executor::submitCompletable));
    }

    private void forEachWayToSubmitACallable(Check<Function<Callable<Object>, Future<Object>>> check) {
        onTheBean(executor -> check.of(executor::submit));
        onTheBean(executor -> check.of(executor::submitCompletable));
    }

    /** A context of its own for each, closed on return. */
    private void onTheBean(Check<AsyncTaskExecutor> check) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class))
                .withPropertyValues("gmp.goroutines=" + goroutines, "gmp.max-procs=1")
                .run(context -> check.of(context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class)));
    }

    /** Something to look at, which may throw. */
    @FunctionalInterface
    private interface Check<T> {
        void of(T subject) throws Exception;
    }

    private static void assertFailed(Future<?> future) {
        assertThatThrownBy(() -> get(future))
                .isInstanceOf(ExecutionException.class)
                .hasCauseReference(FAILURE);
        assertThat(future.isDone()).isTrue();
        assertThat(future.isCancelled()).isFalse();
    }

    /** With a result, or cancelled; no thread waits for it in vain. */
    private static void assertEnded(Future<?> future) {
        assertThat(future.isDone()).isTrue();
        try {
            assertThat(get(future)).isIn(null, "paused");
        } catch (CancellationException allowed) {
            assertThat(future.isCancelled()).isTrue();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static <T> T get(Future<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(100, TimeUnit.SECONDS);
    }

    private static Object pausing() {
        pause();
        return "paused";
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String name() {
        return Goroutines.isGoroutine() ? Thread.currentThread().getName() : "no goroutine";
    }
}
