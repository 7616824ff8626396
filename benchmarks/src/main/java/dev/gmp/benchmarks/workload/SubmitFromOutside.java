package dev.gmp.benchmarks.workload;

import java.util.concurrent.Executor;

/** Outside threads hand in trivial tasks as fast as they can: the usual case of a service. */
public final class SubmitFromOutside extends CountedBatch {
    private final Executor executor;
    private final int submitters;

    public SubmitFromOutside(Executor executor, int tasks, int submitters) {
        super(tasks);
        this.executor = executor;
        this.submitters = submitters;
    }

    @Override
    void begin() {
        Runnable task = counter::increment;
        int tasks = (int) counter.expected();
        for (int submitter = 0; submitter < submitters; submitter++) {
            int share = tasks / submitters + (submitter < tasks % submitters ? 1 : 0);
            new Thread(() -> submit(task, share), "submitter-" + submitter).start();
        }
    }

    private void submit(Runnable task, int times) {
        for (int i = 0; i < times; i++) {
            executor.execute(task);
        }
    }
}
