package dev.gmp.observe;

import java.time.Duration;

/**
 * Time that goroutines have spent in each status of {@link GoroutineCounts}: of one, or added up over all.
 *
 * @param runnable waiting in a run queue
 * @param running on a machine
 * @param waiting parked
 * @param syscall on a machine, in something that blocks it
 * @since 0.1
 */
public record GoroutineTimes(Duration runnable, Duration running, Duration waiting, Duration syscall) {}
