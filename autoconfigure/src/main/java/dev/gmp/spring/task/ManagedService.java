package dev.gmp.spring.task;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;

/** An executor service whose life is the application context's business alone. */
public abstract class ManagedService extends AbstractExecutorService {

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
}
