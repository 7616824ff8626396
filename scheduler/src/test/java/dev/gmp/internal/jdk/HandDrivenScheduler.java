package dev.gmp.internal.jdk;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A scheduler that runs nothing by itself: the test's own thread is the carrier, one continuation at a time. */
final class HandDrivenScheduler implements Executor {
    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();

    @Override
    public void execute(Runnable continuation) {
        queue.add(continuation);
    }

    /** Waits for the next continuation and returns it without running it. */
    Runnable take() {
        try {
            Runnable next = queue.poll(60, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("nothing became runnable");
            }
            return next;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    void runNext() {
        take().run();
    }

    void runWhile(Thread thread) {
        while (thread.isAlive()) {
            runNext();
        }
    }

    int queued() {
        return queue.size();
    }

    Thread newThread(Runnable task) {
        return VirtualThreads.newThread(this, null, false, task);
    }

    Thread start(Runnable task) {
        Thread thread = newThread(task);
        thread.start();
        return thread;
    }
}
