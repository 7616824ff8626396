package dev.gmp.observe;

import java.time.Duration;
import java.util.Map;

/**
 * A listener for single events of a scheduler. All methods are optional. They run on worker threads between two
 * goroutines, so they must be short. A worker that waits for a lock in one runs no goroutine meanwhile, and another
 * thread gets its processor. What they throw is dropped, and logged the first time.
 *
 * <p>A listener must not wait for a task that it forks, such as in a {@link java.util.concurrent.ForkJoinPool}: the
 * task may begin only after the listener has returned.
 *
 * @since 0.1
 */
public interface SchedulerListener {

    /**
     * A sampled goroutine has waited and run; told when it leaves its machine. One in {@value #SAMPLING_PERIOD} goroutines of
     * each submitter is timed. Each machine reports up to 10,000 of them in a second; the snapshot counts all.
     *
     * @param latency the time from runnable to running
     */
    default void schedulingLatency(Duration latency) {}

    /**
     * As {@link #schedulingLatency(Duration)}, with the goroutine's labels. The scheduler calls this method alone; by default
     * it calls the other.
     *
     * @param labels as for {@link #sliceLength(Duration, Map)}
     * @since 0.2.0
     */
    default void schedulingLatency(Duration latency, Map<String, String> labels) {
        schedulingLatency(latency);
    }

    /**
     * A sampled goroutine left its machine: it ended, parked, or gave way. Reported for those goroutines that {@link
     * #schedulingLatency} reported.
     *
     * @param length the time that it ran, or blocked the machine, without a break
     */
    default void sliceLength(Duration length) {}

    /**
     * As {@link #sliceLength(Duration)}, with the goroutine's labels. The scheduler calls this method alone; by default it
     * calls the other.
     *
     * @param labels those that it set last while it ran, also if it has removed them since, by key; empty for none
     * @since 0.2.0
     */
    default void sliceLength(Duration length, Map<String, String> labels) {
        sliceLength(length);
    }

    /**
     * A task that waited for room in a full queue was admitted.
     *
     * @param waited the time from submission to admission
     */
    default void admitted(Duration waited) {}

    /** The sampling period: one in this many goroutines is timed (Go: gTrackingPeriod, 8). */
    int SAMPLING_PERIOD = 64;
}
