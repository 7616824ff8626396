package dev.gmp.observe;

import dev.gmp.config.BulkheadConfig;

/**
 * One look at a bulkhead. Its counts are of one moment: {@code admitted} is {@code live} and {@code completed} together.
 *
 * @param scheduler the name of the scheduler that it stands before
 * @param phase where in its life it stands
 * @param live goroutines that hold one of {@code settings.maxGoroutines()} slots, parked ones included
 * @param queued tasks that wait for one
 * @param admitted tasks that have got a slot so far
 * @param delayed tasks that have had to wait for one so far
 * @param completed tasks that have given their slot back: they returned, threw, or were withdrawn before they began
 * @param withdrawn tasks that left the queue without a slot: cancelled, discarded, or returned by {@code shutdownNow}
 * @param rejections tasks refused, and tasks discarded in favour of later ones
 * @param admissionWait from submission until there was a slot, of every admitted task; near zero for those that did not
 *     have to wait
 * @param settings what it was built with
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

    /** Whether the next task is refused, or discards another. */
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
        /** Accepts none, and those that it has are on their way to their end. */
        SHUTDOWN,
        /** Nothing is left to do. */
        TERMINATED
    }
}
