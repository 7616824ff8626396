package dev.gmp.simulation;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** A coroutine that is a thread which waits for its turn. */
final class ThreadCoroutine extends Coroutine {

    private static final ExecutorService THREADS = Executors.newCachedThreadPool(body -> {
        Thread thread = new Thread(body, "simulated");
        thread.setDaemon(true);
        return thread;
    });

    private final Semaphore inside = new Semaphore(0);
    private final Semaphore outside = new Semaphore(0);
    private final Runnable body;
    private boolean begun;
    private boolean ended;
    private boolean abandoned;

    ThreadCoroutine(Runnable body) {
        this.body = body;
    }

    @Override
    void resume() {
        if (begun) {
            inside.release();
        } else {
            begun = true;
            THREADS.execute(this::live);
        }
        outside.acquireUninterruptibly();
    }

    @Override
    void suspend() {
        outside.release();
        inside.acquireUninterruptibly();
        if (abandoned) {
            throw new Abandoned();
        }
    }

    @Override
    void abandon() {
        if (begun && !ended) {
            abandoned = true;
            resume();
        }
    }

    private void live() {
        try {
            body.run();
        } catch (Abandoned unwound) {
            // as asked for
        } finally {
            ended = true;
            outside.release();
        }
    }

    /** Unwinds the stack of a thread that will not be resumed. */
    static final class Abandoned extends Error {

        private static final long serialVersionUID = 1L;

        Abandoned() {
            super("abandoned", null, false, false);
        }
    }
}
