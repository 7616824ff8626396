package dev.gmp.benchmarks.workload;

import java.util.concurrent.Executor;

/** Outside threads hand in trivial tasks as fast as they can: the usual case of a service. */
public final class SubmitFromOutside implements Batch {
    private final Executor executor;
    private final int submitters;
    private final CompletionCounter completed;

    public SubmitFromOutside(Executor executor, int tasks, int submitters) {
        this.executor = executor;
        this.submitters = submitters;
        this.completed = new CompletionCounter(tasks);
    }

    @Override
    public void run() {
        Runnable task = completed::increment;
        int tasks = (int) completed.expected();
        for (int submitter = 0; submitter < submitters; submitter++) {
            int share = tasks / submitters + (submitter < tasks % submitters ? 1 : 0);
            new Thread(() -> submit(task, share), "submitter-" + submitter).start();
        }
        completed.await();
    }

    private void submit(Runnable task, int times) {
        for (int i = 0; i < times; i++) {
            executor.execute(task);
        }
    }

    @Override
    public long expectedExecutions() {
        return completed.expected();
    }

    @Override
    public long executions() {
        return completed.count();
    }
}
