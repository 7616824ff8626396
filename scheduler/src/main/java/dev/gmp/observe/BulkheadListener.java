package dev.gmp.observe;

import java.time.Duration;

/**
 * A listener for a bulkhead's admissions. It is called on submitting threads and on worker threads, so it must be short
 * and must not block. What it throws is dropped, and logged the first time.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface BulkheadListener {

    /**
     * A task got a slot.
     *
     * @param waited the time from submission to the slot; zero if a slot was free
     */
    void admitted(Duration waited);
}
