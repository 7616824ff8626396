package dev.gmp.sample.search;

import dev.gmp.Goroutines;
import java.time.Duration;

/** Decides whether a search may go on: until it is cancelled, its time is over, or its thread is interrupted. */
final class SearchGuard {

    private final long startNanos = System.nanoTime();
    private final long timeoutNanos;
    private volatile boolean cancelled;

    SearchGuard(Duration timeout) {
        this.timeoutNanos = timeout.toNanos();
    }

    void cancel() {
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    boolean isOverdue() {
        return elapsedNanos() > timeoutNanos;
    }

    boolean isOverdueBy(Duration grace) {
        return elapsedNanos() > timeoutNanos + grace.toNanos();
    }

    /**
     * Lets others run where the search has used up its time slice.
     *
     * @throws SearchEndedException if the search is to end
     */
    void check() {
        Goroutines.checkpoint();
        if (cancelled || isOverdue() || Thread.currentThread().isInterrupted()) {
            throw new SearchEndedException();
        }
    }
}
