package dev.gmp.benchmarks.workload;

import java.util.concurrent.Executor;
import java.util.function.IntConsumer;

/** Tasks that are handed in together, by one outside thread. */
public final class Burst extends LatchedBatch {
    private final Executor executor;
    private final int tasks;
    private final IntConsumer body;

    /** @param body what each task does; it gets the task's number, from 0 */
    public Burst(Executor executor, int tasks, IntConsumer body) {
        super(tasks, tasks);
        this.executor = executor;
        this.tasks = tasks;
        this.body = body;
    }

    @Override
    protected void begin() {
        for (int task = 0; task < tasks; task++) {
            int number = task;
            executor.execute(() -> {
                body.accept(number);
                partEnds();
            });
        }
    }
}
