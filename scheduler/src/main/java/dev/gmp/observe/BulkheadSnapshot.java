package dev.gmp.observe;

import dev.gmp.config.BulkheadConfig;

/**
 * The state of a bulkhead at one moment. Its counts belong together: {@code admitted} is {@code live} plus {@code
 * completed}.
 *
 * @param name the bulkhead's name
 * @param scheduler the name of its scheduler
 * @param phase the phase of its life
 * @param live goroutines that hold a slot, parked ones included; at most {@code settings.maxGoroutines()}
 * @param queued tasks that wait for a slot
 * @param admitted tasks that have got a slot, since the start
 * @param delayed tasks that have had to wait for a slot, since the start
 * @param completed tasks that have given their slot back, since the start: they returned, threw, or were withdrawn
 *     before they began
 * @param withdrawn tasks that left the queue without a slot, since the start: cancelled, discarded, or returned by
 *     {@code shutdownNow}
 * @param rejections tasks rejected, or discarded in favour of later ones, since the start
 * @param admissionWait the time from submission to the slot, of every admitted task
 * @param settings the settings that the bulkhead was built with
 * @since 0.1
 */
public record BulkheadSnapshot(
        String name,
        String scheduler,
        Phase phase,
        int live,
        int queued,
        long admitted,
        long delayed,
        long completed,
        long withdrawn,
        long rejections,
        LatencyHistogramSnapshot admissionWait,
        BulkheadConfig settings) {

    /** Whether the next task is rejected, or replaces another. */
    public boolean isFull() {
        return live >= settings.maxGoroutines()
                && settings.queueCapacity().isPresent()
                && queued >= settings.queueCapacity().getAsInt();
    }

    /**
     * The life of a bulkhead, in order.
     *
     * @since 0.1
     */
    public enum Phase {
        /** Accepts tasks. */
        RUNNING,
        /** Accepts no tasks, and finishes those that it has. */
        SHUTDOWN,
        /** All tasks have ended. */
        TERMINATED
    }
}
