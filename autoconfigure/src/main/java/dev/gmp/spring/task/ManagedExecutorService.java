package dev.gmp.spring.task;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.job.TaskGate;
import java.util.concurrent.Callable;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;

/**
 * The scheduler as a plain executor service whose life is the application context's business alone. It is a disposable bean
 * that does nothing: of any other executor service Spring calls {@code shutdown}, in an application that was processed ahead
 * of time even where the bean method says not to.
 */
final class ManagedExecutorService extends ManagedService implements DisposableBean {

    private final TaskGate gate;
    private final GmpScheduler scheduler;

    ManagedExecutorService(TaskGate gate) {
        this.gate = gate;
        this.scheduler = gate.scheduler();
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new CountedFuture<>(runnable, value);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new CountedFuture<>(callable);
    }

    @Override
    public void execute(Runnable task) {
        gate.execute(task);
    }

    @Override
    public void destroy() {}

    @Override
    public boolean isShutdown() {
        return scheduler.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return scheduler.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return scheduler.awaitTermination(timeout, unit);
    }

    @Override
    public String toString() {
        return "ManagedExecutorService[" + scheduler + "]";
    }

    @Override
    protected String subject() {
        return "scheduler '%s'".formatted(scheduler.name());
    }
}
