package dev.gmp.benchmarks.workload;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;

/** Tasks that are handed in together, by one outside thread. */
public final class Burst implements Batch {
    private final Executor executor;
    private final int tasks;
    private final IntConsumer body;
    private final CountDownLatch complete;

    /** @param body what each task does; it gets the task's number, from 0 */
    public Burst(Executor executor, int tasks, IntConsumer body) {
        this.executor = executor;
        this.tasks = tasks;
        this.body = body;
        this.complete = new CountDownLatch(tasks);
    }

    @Override
    public void run() {
        for (int task = 0; task < tasks; task++) {
            int number = task;
            executor.execute(() -> {
                body.accept(number);
                complete.countDown();
            });
        }
        Completion.await(complete, this::executions, tasks);
    }

    @Override
    public long expectedExecutions() {
        return tasks;
    }

    @Override
    public long executions() {
        return tasks - complete.getCount();
    }
}
