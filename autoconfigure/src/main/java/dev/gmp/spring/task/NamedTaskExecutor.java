package dev.gmp.spring.task;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RunnableFuture;
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

    /** By the starter, for an entry of the properties. */
    public NamedTaskExecutor(String name, GmpTaskExecutor tasks, @Nullable Bulkhead bulkhead) {
        super(bulkhead == null ? tasks.scheduler() : bulkhead);
        this.name = name;
        this.tasks = tasks;
        this.bulkhead = bulkhead;
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
