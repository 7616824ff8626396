package dev.gmp.spring.task;

import dev.gmp.spring.job.TaskGate;
import java.util.concurrent.Callable;
import java.util.concurrent.RunnableFuture;
import org.springframework.beans.factory.DisposableBean;

/**
 * The scheduler as a plain executor service whose life is the application context's business alone. It is a disposable bean
 * that does nothing: of any other executor service Spring calls {@code shutdown}, in an application that was processed ahead
 * of time even where the bean method says not to.
 */
final class ManagedExecutorService extends ManagedService implements DisposableBean {

    private final TaskGate gate;

    ManagedExecutorService(TaskGate gate) {
        super(gate.scheduler());
        this.gate = gate;
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
    public String toString() {
        return "ManagedExecutorService[" + target + "]";
    }

    @Override
    protected String subject() {
        return "scheduler '%s'".formatted(gate.scheduler().name());
    }
}
