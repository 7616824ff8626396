package dev.gmp.benchmarks.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;

/** Plain threads that begin together and are waited for. */
final class OutsideThreads {
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
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                running.add(threads.submit(() -> {
                    begin.await();
                    body.accept(number);
                    return null;
                }));
            }
            long start = System.nanoTime();
            begin.countDown();
            for (Future<?> each : running) {
                each.get(1, TimeUnit.MINUTES);
            }
            return System.nanoTime() - start;
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("An outside thread has failed, or has not ended in time", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
