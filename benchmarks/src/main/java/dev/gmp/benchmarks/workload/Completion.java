package dev.gmp.benchmarks.workload;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Waits for the end of a batch, but not for ever: a lost task is to fail the benchmark, not to hang it. */
public final class Completion {
    private static final long TIMEOUT_SECONDS = 60;

    private Completion() {}

    /**
     * Returns when the latch is open.
     *
     * @param executions how many there have been, for the message
     * @throws IllegalStateException after a minute
     */
    public static void await(CountDownLatch complete, LongSupplier executions, long expected) {
        try {
            if (!complete.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("%d of %d tasks were executed within %d s"
                        .formatted(executions.getAsLong(), expected, TIMEOUT_SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the tasks", e);
        }
    }
}
