package dev.gmp.spring.task;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.SchedulingTaskExecutor;

/**
 * An entry of {@code gmp.schedulers} as Spring's task executor, for {@code @Async("name")}, and as the JDK's executor
 * service, both by {@code @Qualifier("name")}. Tasks are decorated as those of the application's task executor. Only
 * the application context ends it.
 *
 * @since 0.1
 */
public class NamedTaskExecutor extends ManagedService implements AsyncTaskExecutor, SchedulingTaskExecutor {

    private final String name;
    private final GmpTaskExecutor tasks;
    private final @Nullable Bulkhead bulkhead;
    private final ExecutorService target;

    /** By the starter, for an entry of the properties. */
    public NamedTaskExecutor(String name, GmpTaskExecutor tasks, @Nullable Bulkhead bulkhead) {
        this.name = name;
        this.tasks = tasks;
        this.bulkhead = bulkhead;
        this.target = bulkhead == null ? tasks.scheduler() : bulkhead;
    }

    /** The entry's name. */
    public String name() {
        return name;
    }

    /** What the tasks run on in the end. */
    public GmpScheduler scheduler() {
        return tasks.scheduler();
    }

    /** What limits them before, if anything does. */
    public Optional<Bulkhead> bulkhead() {
        return Optional.ofNullable(bulkhead);
    }

    /** @throws TaskRejectedException if there is no room, or after the end; the message says which limit is reached */
    @Override
    public void execute(Runnable task) {
        Runnable decorated = tasks.decorate(task);
        if (task instanceof LeavingFuture<?> future) {
            future.becomes(decorated);
        }
        tasks.executeDecorated(decorated);
    }

    /** @throws TaskRejectedException as {@link #execute} */
    @Override
    public CompletableFuture<Void> submitCompletable(Runnable task) {
        return CompletingFuture.of(task, bulkhead).submitTo(this);
    }

    /** @throws TaskRejectedException as {@link #execute} */
    @Override
    public <T extends @Nullable Object> CompletableFuture<T> submitCompletable(Callable<T> task) {
        return new CompletingFuture<>(task, bulkhead).submitTo(this);
    }

    @Override
    public boolean prefersShortLivedTasks() {
        return true;
    }

    @Override
    public boolean isShutdown() {
        return target.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return target.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return target.awaitTermination(timeout, unit);
    }

    @Override
    protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new LeavingFuture<>(runnable, value, bulkhead);
    }

    @Override
    protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new LeavingFuture<>(callable, bulkhead);
    }

    @Override
    public String toString() {
        return "NamedTaskExecutor[%s, %s]".formatted(name, target);
    }

    @Override
    protected String subject() {
        return "'%s'".formatted(name);
    }
}
