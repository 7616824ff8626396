package dev.gmp.benchmarks.workload;

import java.util.concurrent.Executor;

/**
 * One task hands in many trivial ones while all other workers are idle: how well a burst that lands on one worker's
 * queue is spread, and what waking the others costs. The idea is that of Go's {@code BenchmarkCreateGoroutinesSingle}
 * and of Tokio's {@code spawn_many} family. The caller sees to it that the executor is idle before.
 */
public final class SpawnManyRemoteIdle extends CountedBatch {
    private final Executor executor;

    public SpawnManyRemoteIdle(Executor executor, int tasks) {
        super(tasks);
        this.executor = executor;
    }

    @Override
    void begin() {
        executor.execute(this::spawn);
    }

    private void spawn() {
        Runnable task = counter::increment;
        for (long i = counter.expected(); i > 0; i--) {
            executor.execute(task);
        }
    }
}
