package dev.gmp.observe;

/**
 * One processor.
 *
 * @param id from 0; an id stays the same processor for the scheduler's life
 * @param idle whether no machine holds it
 * @param schedTick time slices begun on it (Go: schedtick); a goroutine from runnext continues the slice of the one
 *     that readied it
 * @param runQueueDepth goroutines in its ring and runnext
 * @param machine the id of the machine that holds it, or -1
 * @since 0.1
 */
public record ProcessorSnapshot(int id, boolean idle, long schedTick, int runQueueDepth, long machine) {}
