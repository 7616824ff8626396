package dev.gmp.internal.bulkhead;

import dev.gmp.config.BulkheadConfig;
import dev.gmp.internal.spawn.Rejections;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the tasks that a bulkhead did not accept, or not keep, and says why. */
public final class BulkheadRejections {

    private final BulkheadConfig config;
    private final String scheduler;
    private final AtomicLong count = new AtomicLong();

    BulkheadRejections(BulkheadConfig config, String scheduler) {
        this.config = config;
        this.scheduler = scheduler;
    }

    String scheduler() {
        return scheduler;
    }

    /** Counts one. @return what to throw */
    RejectedExecutionException rejectedFull(Runnable task, SlotQueue.Count now) {
        return rejected(
                task,
                "%d of %d goroutines live (max-goroutines), %d of %d tasks wait (queue-capacity)"
                        .formatted(now.held(), config.maxGoroutines(), now.waiting(), config.queueCapacity()));
    }

    /** Counts one. @return what to throw */
    RejectedExecutionException rejected(Runnable task, String why) {
        count();
        return Rejections.of("bulkhead '%s' of scheduler '%s'".formatted(config.name(), scheduler), task, why, null);
    }

    /** Counts one that its submitter does not hear of. */
    void count() {
        count.incrementAndGet();
    }

    long total() {
        return count.get();
    }
}
