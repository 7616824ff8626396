package dev.gmp.spring;

import static dev.gmp.spring.Patience.await;

import java.util.concurrent.Executor;

/**
 * A task that keeps its machine until it is released or interrupted. A scheduler that has no other machine, because {@code
 * threads.max} is 1, runs nothing else meanwhile; one that has gives the processor away sooner or later.
 */
public final class BusyTask implements Runnable {

    private final Runnable first;
    private volatile boolean running;
    private volatile boolean released;

    private BusyTask(Runnable first) {
        this.first = first;
    }

    /** Returns once the task runs. */
    public static BusyTask on(Executor executor) {
        return on(executor, () -> {});
    }

    /** Returns once the task runs and has done something first. */
    public static BusyTask on(Executor executor, Runnable first) {
        BusyTask task = new BusyTask(first);
        executor.execute(task);
        await().until(() -> task.running);
        return task;
    }

    public void release() {
        released = true;
    }

    @Override
    public void run() {
        first.run();
        running = true;
        while (!released && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }
}
