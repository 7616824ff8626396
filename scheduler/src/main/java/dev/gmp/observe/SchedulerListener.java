package dev.gmp.observe;

import java.time.Duration;

/**
 * Hears of single events of a scheduler. The methods run on the scheduler's own threads between two goroutines, so they must
 * be short and must not block. What they throw is dropped, and logged the first time. What they fork, as tasks of a
 * {@link java.util.concurrent.ForkJoinPool}, may run only after they have returned, so one that waits for such a task waits for ever. All are optional.
 *
 * @since 0.1
 */
public interface SchedulerListener {

    /**
     * A sampled goroutine began to run.
     *
     * @param latency from runnable to running. One in {@value #SAMPLING_PERIOD} goroutines of each submitter is timed, and
     *     each machine tells of up to 10,000 in a second. The snapshot counts all that were timed
     */
    default void schedulingLatency(Duration latency) {}

    /**
     * A sampled goroutine left its machine: it ended, parked, or gave way.
     *
     * @param length for how long it ran, or blocked the machine, in one go; of those whose {@link #schedulingLatency} was
     *     told
     */
    default void sliceLength(Duration length) {}

    /**
     * A task that waited for room was admitted.
     *
     * @param waited from submission to admission
     */
    default void admitted(Duration waited) {}

    /** One in so many goroutines is timed; Go times one in 8, at twice the cost of a whole submission here. */
    int SAMPLING_PERIOD = 64;
}
