package dev.gmp.observe;

import java.time.Duration;

/**
 * Hears of a bulkhead's admissions. Called on the threads of submitters and goroutines: be short, do not block.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface BulkheadListener {

    /**
     * A task has got a slot. What this throws is dropped, and logged the first time.
     *
     * @param waited from submission to that; zero if there was one at once
     */
    void admitted(Duration waited);
}
