package dev.gmp.spring.standin;

import dev.gmp.spring.task.ManagedService;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.task.AsyncTaskExecutor;

/** Another executor under one more name; its life is not this one's business. To callers it ends with its context. */
class StandInExecutor extends ManagedService implements AsyncTaskExecutor, DisposableBean {

    private final StandInReport report;
    private final Executor target;
    private volatile boolean destroyed;

    StandInExecutor(String name, String description, Executor target) {
        this.report = new StandInReport(name, description);
        this.target = target;
    }

    @Override
    public void execute(Runnable task) {
        report.used();
        target.execute(task);
    }

    @Override
    public void destroy() {
        destroyed = true;
    }

    @Override
    public boolean isShutdown() {
        return destroyed;
    }

    @Override
    public boolean isTerminated() {
        return destroyed;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        if (!destroyed) {
            unit.sleep(timeout);
        }
        return destroyed;
    }

    @Override
    protected String subject() {
        return "it";
    }
}
