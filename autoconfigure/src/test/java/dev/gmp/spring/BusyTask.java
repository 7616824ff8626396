package dev.gmp.spring;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.Executor;

/**
 * A task that keeps its processor until it is released. It spins instead of blocking, since a scheduler may give a blocked
 * task's processor away; the scheduler's time slice must be long.
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
        while (!released) {
            Thread.onSpinWait();
        }
    }
}
