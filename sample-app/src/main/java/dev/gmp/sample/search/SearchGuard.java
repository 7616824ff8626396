package dev.gmp.sample.search;

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

    /** @throws SearchEndedException if the search is to end */
    void check() {
        if (cancelled || isOverdue() || Thread.currentThread().isInterrupted()) {
            throw new SearchEndedException();
        }
    }
}
