package dev.gmp.spring.job;

import dev.gmp.observe.DescribedFutureTask;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job, as a bulkhead has it. What is discarded there is cancelled, which is not the end of the job: that
 * would take all later runs with it. As a future it is done when the run begins, and cannot be cancelled from then on.
 */
final class WaitingRun extends DescribedFutureTask<@Nullable Object> {

    private final Runnable job;
    private final Runnable discarded;

    /** @param discarded hears of a cancellation before the run has begun */
    WaitingRun(Runnable job, Runnable discarded) {
        super(job, null);
        this.job = job;
        this.discarded = discarded;
    }

    @Override
    public void run() {
        set(null); // unless it is cancelled: one of the two comes first
        if (!isCancelled()) {
            job.run();
        }
    }

    @Override
    public String toString() {
        return job.toString();
    }

    @Override
    protected void done() {
        if (isCancelled()) {
            discarded.run();
        }
    }
}
