package dev.gmp.benchmarks.workload;

import java.util.concurrent.Executor;

/**
 * One task hands in many trivial ones while all other workers are idle: how well a burst that lands on one worker's
 * queue is spread, and what waking the others costs. The idea is that of Go's {@code BenchmarkCreateGoroutinesSingle}
 * and of Tokio's {@code spawn_many} family. The caller sees to it that the executor is idle before.
 */
public final class SpawnManyRemoteIdle implements Batch {
    private final Executor executor;
    private final CompletionCounter completed;

    public SpawnManyRemoteIdle(Executor executor, int tasks) {
        this.executor = executor;
        this.completed = new CompletionCounter(tasks);
    }

    @Override
    public void run() {
        executor.execute(this::spawn);
        completed.await();
    }

    private void spawn() {
        Runnable task = completed::increment;
        for (long i = completed.expected(); i > 0; i--) {
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
