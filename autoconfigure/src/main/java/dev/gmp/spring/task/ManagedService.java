package dev.gmp.spring.task;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** An executor service whose life is the application context's business alone: it ends with its target. */
public abstract class ManagedService extends AbstractExecutorService {

    final ExecutorService target;

    ManagedService(ExecutorService target) {
        this.target = target;
    }

    /** What the context ends, for people. */
    protected abstract String subject();

    /** @throws IllegalStateException always, as a managed executor does in Jakarta Concurrency */
    @Override
    public void shutdown() {
        throw managed();
    }

    /** @throws IllegalStateException always, as a managed executor does in Jakarta Concurrency */
    @Override
    public List<Runnable> shutdownNow() {
        throw managed();
    }

    private IllegalStateException managed() {
        return new IllegalStateException("only the application context ends %s".formatted(subject()));
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
}
