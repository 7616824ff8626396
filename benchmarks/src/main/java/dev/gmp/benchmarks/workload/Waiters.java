package dev.gmp.benchmarks.workload;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Clients whose requests wait: for each there is always one task, which sleeps. When a task has ended, a thread outside hands in
 * the client's next one. They run in waves, since all sleep for the same time.
 */
public final class Waiters {
    private final Executor executor;
    private final Duration sleep;
    private final BlockingQueue<Runnable> toHandIn = new LinkedBlockingQueue<>();
    private final int clients;
    private final Thread outside = new Thread(this::handIn, "waiters");
    private volatile boolean isOver;

    public Waiters(Executor executor, int clients, Duration sleep) {
        this.executor = executor;
        this.clients = clients;
        this.sleep = sleep;
    }

    /** Hands in the first task of each client. */
    public void start() {
        outside.setDaemon(true);
        outside.start();
        for (int client = 0; client < clients; client++) {
            toHandIn.add(this::sleep);
        }
    }

    /** Hands in no more. Tasks that sleep go on until they wake up. */
    public void stop() {
        isOver = true;
        toHandIn.add(() -> {});
    }

    private void handIn() {
        try {
            while (!isOver) {
                executor.execute(toHandIn.take());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("unexpected interrupt of a client", e);
        }
    }

    private void sleep() {
        if (isOver) {
            return;
        }
        try {
            Thread.sleep(sleep.toMillis());
        } catch (InterruptedException e) {
            throw new IllegalStateException("unexpected interrupt of a task", e);
        }
        toHandIn.add(this::sleep);
    }
}
