package dev.gmp.benchmarks.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Plain threads that begin together and are waited for. */
final class OutsideThreads {
    private static final long TIMEOUT_MILLIS = 60_000;

    private OutsideThreads() {}

    /**
     * Runs {@code body} once on each of so many new threads.
     *
     * @param body gets the number of its thread, from 0
     * @return nanoseconds from their common start until the last has ended
     * @throws IllegalStateException if one of them fails, or takes longer than a minute
     */
    static long nanosToRun(int count, IntConsumer body) {
        CountDownLatch begin = new CountDownLatch(1);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(
                    () -> {
                        try {
                            begin.await();
                            body.accept(number);
                        } catch (Throwable e) {
                            failure.compareAndSet(null, e);
                        }
                    },
                    "outside-" + number);
            threads.add(thread);
            thread.start();
        }
        long start = System.nanoTime();
        begin.countDown();
        threads.forEach(OutsideThreads::join);
        long nanos = System.nanoTime() - start;
        if (failure.get() != null) {
            throw new IllegalStateException("An outside thread has failed", failure.get());
        }
        return nanos;
    }

    private static void join(Thread thread) {
        try {
            thread.join(TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + thread.getName(), e);
        }
        if (thread.isAlive()) {
            throw new IllegalStateException(thread.getName() + " has not ended within " + TIMEOUT_MILLIS + " ms");
        }
    }
}
