package dev.gmp.spring;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.task.AsyncTaskExecutor;

/** Another executor under one more name; its life is not this one's business. */
final class StandInExecutor extends ManagedService implements AsyncTaskExecutor, DisposableBean {

    private final StandInReport report;
    private final Executor target;

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
    public void destroy() {}

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        unit.sleep(timeout);
        return false;
    }

    @Override
    String subject() {
        return "it";
    }
}
