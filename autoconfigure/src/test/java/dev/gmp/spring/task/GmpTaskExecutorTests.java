package dev.gmp.spring.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.spring.BusyTask;
import dev.gmp.spring.Latches;
import dev.gmp.spring.job.Entrances;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.SchedulingTaskExecutor;

/** What Spring and its users expect of a task executor. */
class GmpTaskExecutorTests {

    private static final TaskDecorator COUNTING_NOTHING = task -> () -> task.run();

    private GmpScheduler scheduler = GmpScheduler.builder().maxProcs(1).build();

    @AfterEach
    void end() {
        scheduler.shutdownNow();
    }

    @Test
    void theFutureOfATaskThatExitsIsCancelledAndSaysWhy() {
        CompletableFuture<Void> completable = executor().submitCompletable(Goroutines::exit);

        assertThatThrownBy(() -> executor().submit(Goroutines::exit).get())
                .isInstanceOf(CancellationException.class)
                .hasMessageContaining("Goroutines.exit()");
        assertThatThrownBy(completable::join)
                .isInstanceOf(CancellationException.class)
                .hasStackTraceContaining("Goroutines.exit()");
        assertThat(completable).isCancelled();
    }

    @Test
    void runsTasksOnGoroutines() throws Exception {
        assertThat(executor().submit(Goroutines::isGoroutine).get(100, TimeUnit.SECONDS))
                .isTrue();
        CompletableFuture<Boolean> executed = new CompletableFuture<>();
        executor().execute(() -> executed.complete(Goroutines.isGoroutine()));
        assertThat(executed.get(100, TimeUnit.SECONDS)).isTrue();
        assertThat(executor().submitCompletable(Goroutines::isGoroutine).get(100, TimeUnit.SECONDS))
                .isTrue();
    }

    @Test
    void isWhatSpringLooksFor() {
        assertThat(executor()).isInstanceOf(AsyncTaskExecutor.class).isInstanceOf(SchedulingTaskExecutor.class);
        assertThat(executor().prefersShortLivedTasks()).isTrue();
        assertThat(executor().scheduler()).isSameAs(scheduler);
    }

    @Test
    void aRunnablesFutureHasNoResult() throws Exception {
        assertThat(executor().submit(() -> {}).get(100, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void aFailureIsTheFuturesCause() {
        IOException failure = new IOException("broken");
        Future<?> future = executor().submit(() -> {
            throw failure;
        });
        assertThatThrownBy(() -> future.get(100, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseReference(failure);
        CompletableFuture<?> completable = executor().submitCompletable(() -> {
            throw failure;
        });
        assertThatThrownBy(completable::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseReference(failure);
    }

    @Test
    void refusesNull() {
        assertThatThrownBy(() -> executor().execute(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void aFullQueueRejectsAsSpringDoesAndSaysHowFull() {
        rebuild(GmpScheduler.builder().maxProcs(1).maxMachines(1).queueCapacity(1));
        BusyTask busy = BusyTask.on(executor());
        executor().execute(() -> {});
        assertThatThrownBy(() -> executor().execute(() -> {}))
                .isInstanceOf(TaskRejectedException.class)
                .hasMessageContaining("scheduler 'default' rejects")
                .hasMessageContaining("1 of 1 tasks wait (queue-capacity)")
                .hasCauseExactlyInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor().submit(() -> {})).isInstanceOf(TaskRejectedException.class);
        assertThatThrownBy(() -> executor().submit(() -> 1)).isInstanceOf(TaskRejectedException.class);
        assertThatThrownBy(() -> executor().submitCompletable(() -> 1)).isInstanceOf(TaskRejectedException.class);
        busy.release();
    }

    @Test
    void rejectsAfterShutdown() {
        scheduler.shutdown();
        assertThatThrownBy(() -> executor().execute(() -> {})).isInstanceOf(TaskRejectedException.class);
    }

    @Test
    void decoratesOnTheSubmittersThread() throws Exception {
        List<Thread> decorating = new ArrayList<>();
        List<String> order = new ArrayList<>();
        GmpTaskExecutor executor = executor(task -> {
            decorating.add(Thread.currentThread());
            return () -> {
                order.add("before");
                task.run();
                order.add("after");
            };
        });
        executor.submit(() -> order.add("task")).get(100, TimeUnit.SECONDS);
        awaitQuiet();
        assertThat(decorating).containsExactly(Thread.currentThread());
        assertThat(order).containsExactly("before", "task", "after");
    }

    @Test
    void aDecoratedTasksFutureCanBeCancelled() throws Exception {
        rebuild(GmpScheduler.builder().maxProcs(1).maxMachines(1));
        GmpTaskExecutor executor = executor(COUNTING_NOTHING);
        BusyTask busy = BusyTask.on(executor);
        boolean[] ran = new boolean[1];
        Future<?> future = executor.submit(() -> ran[0] = true);
        assertThat(future.cancel(false)).isTrue();
        busy.release();
        awaitQuiet();
        assertThat(ran[0]).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCompletableOneThatIsDiscardedIsCancelledToo(boolean decorates) {
        rebuild(GmpScheduler.builder()
                .maxProcs(1)
                .maxMachines(1)
                .queueCapacity(1)
                .rejectionPolicy(RejectionPolicy.DISCARD_OLDEST));
        GmpTaskExecutor executor = decorates ? executor(COUNTING_NOTHING) : executor();
        BusyTask busy = BusyTask.on(executor);
        CompletableFuture<Void> oldest = executor.submitCompletable(() -> {});
        CompletableFuture<Integer> newer = executor.submitCompletable(() -> 1);
        CompletableFuture<Integer> newest = executor.submitCompletable(() -> 2);
        assertThat(oldest.isCancelled()).isTrue();
        assertThat(newer.isCancelled()).isTrue();
        busy.release();
        assertThat(newest.join()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatCompletesACompletableOneBeforehandKeepsItsTaskFromBeginning(boolean decorates) throws Exception {
        rebuild(GmpScheduler.builder().maxProcs(1).maxMachines(1));
        GmpTaskExecutor executor = decorates ? executor(COUNTING_NOTHING) : executor();
        BusyTask busy = BusyTask.on(executor);
        boolean[] ran = new boolean[1];
        CompletableFuture<Boolean> cancelled = executor.submitCompletable(() -> ran[0] = true);
        CompletableFuture<Boolean> completed = executor.submitCompletable(() -> ran[0] = true);
        assertThat(cancelled.cancel(true)).isTrue();
        assertThat(completed.complete(false)).isTrue();
        busy.release();
        awaitQuiet();
        assertThat(ran[0]).isFalse();
        assertThat(completed.join()).isFalse();
    }

    @Test
    void aCompletableOneThatIsCancelledWhileItRunsIsNotInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        CompletableFuture<Void> outcome = executor().submitCompletable(() -> {
            begun.countDown();
            Latches.await(cancelled);
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        begun.await();
        assertThat(outcome.cancel(true)).isTrue();
        cancelled.countDown();
        assertThat(interrupted.get(100, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void aDecoratedTaskThatIsDiscardedIsCancelledSoThatNobodyWaitsForIt() {
        rebuild(GmpScheduler.builder()
                .maxProcs(1)
                .maxMachines(1)
                .queueCapacity(1)
                .rejectionPolicy(RejectionPolicy.DISCARD_OLDEST));
        GmpTaskExecutor executor = executor(COUNTING_NOTHING);
        BusyTask busy = BusyTask.on(executor);
        Future<?> oldest = executor.submit(() -> {});
        Future<?> newest = executor.submit(() -> {});
        assertThat(oldest.isCancelled()).isTrue();
        assertThat(newest.isCancelled()).isFalse();
        busy.release();
    }

    private GmpTaskExecutor executor() {
        return new GmpTaskExecutor(new Entrances(scheduler, Goroutines::isGoroutine).gate(), null);
    }

    private GmpTaskExecutor executor(TaskDecorator decorator) {
        return new GmpTaskExecutor(new Entrances(scheduler, Goroutines::isGoroutine).gate(), decorator);
    }

    private void rebuild(SchedulerBuilder builder) {
        scheduler.shutdownNow();
        scheduler = builder.build();
    }

    private void awaitQuiet() throws InterruptedException {
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(100, TimeUnit.SECONDS)).isTrue();
    }
}
