package dev.gmp.spring.task;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.job.TaskGate;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.SchedulingTaskExecutor;

/**
 * A {@link GmpScheduler} as Spring's task executor. Each task is decorated on the thread that submits it and then given to
 * the scheduler; while the application context is paused, it is kept until the context starts again.
 *
 * <p>Its tasks share the scheduler's processors, so it prefers short-lived ones. All methods may be called from any thread.
 *
 * @since 0.1
 */
public class GmpTaskExecutor implements AsyncTaskExecutor, SchedulingTaskExecutor {

    private final GmpScheduler scheduler;
    private final TaskGate gate;
    private final @Nullable TaskDecorator decorator;

    /** By the starter, which alone has a gate. */
    public GmpTaskExecutor(TaskGate gate, @Nullable TaskDecorator decorator) {
        this.scheduler = gate.scheduler();
        this.gate = gate;
        this.decorator = decorator;
    }

    /** What the tasks run on. */
    public GmpScheduler scheduler() {
        return scheduler;
    }

    /** @throws TaskRejectedException if the scheduler has no room and its policy is to abort, or if it is shut down */
    @Override
    public void execute(Runnable task) {
        executeDecorated(decorate(Objects.requireNonNull(task, "task")));
    }

    void executeDecorated(Runnable decorated) {
        try {
            gate.execute(decorated);
        } catch (TaskRejectedException e) {
            throw e; // of a task that ran here, by the caller-runs policy
        } catch (RejectedExecutionException e) {
            throw new TaskRejectedException(String.valueOf(e.getMessage()), e);
        }
    }

    /** @throws TaskRejectedException as {@link #execute} */
    @Override
    public Future<?> submit(Runnable task) {
        FutureTask<@Nullable Object> future = new CountedFuture<>(task, null);
        execute(future);
        return future;
    }

    /** @throws TaskRejectedException as {@link #execute} */
    @Override
    public <T extends @Nullable Object> Future<T> submit(Callable<T> task) {
        FutureTask<T> future = new CountedFuture<>(task);
        execute(future);
        return future;
    }

    /** @throws TaskRejectedException as {@link #execute} */
    @Override
    public CompletableFuture<Void> submitCompletable(Runnable task) {
        return CompletingFuture.of(task, null).submitTo(this);
    }

    /** @throws TaskRejectedException as {@link #execute} */
    @Override
    public <T extends @Nullable Object> CompletableFuture<T> submitCompletable(Callable<T> task) {
        return new CompletingFuture<>(task, null).submitTo(this);
    }

    @Override
    public String toString() {
        return "GmpTaskExecutor[" + scheduler + "]";
    }

    Runnable decorate(Runnable task) {
        if (decorator == null) {
            return task;
        }
        Runnable decorated = decorator.decorate(task);
        if (decorated == task) {
            return task;
        }
        return task instanceof Future<?> future
                ? new DecoratedFuture(future, decorated)
                : new DecoratedTask(task, decorated);
    }
}
