package dev.gmp.observe;

import java.time.Duration;

/**
 * The time in each status of {@link GoroutineCounts}: of one goroutine, or the sum over all.
 *
 * @param runnable the time in a run queue
 * @param running the time on a worker thread (machine)
 * @param waiting the time parked
 * @param syscall the time on a machine that the goroutine blocks
 * @since 0.1
 */
public record GoroutineTimes(Duration runnable, Duration running, Duration waiting, Duration syscall) {}
