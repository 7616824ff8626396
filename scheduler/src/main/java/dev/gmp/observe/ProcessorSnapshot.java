package dev.gmp.observe;

/**
 * The state of one processor (P).
 *
 * @param id from 0; an id names the same processor for the scheduler's life
 * @param idle whether no machine holds it
 * @param schedTick the number of time slices begun on it (Go: schedtick). A goroutine from runnext continues the slice
 *     of the one that readied it
 * @param runQueueDepth the number of goroutines in its local queue and runnext
 * @param machine the id of the machine that holds it, or -1
 * @since 0.1
 */
public record ProcessorSnapshot(int id, boolean idle, long schedTick, int runQueueDepth, long machine) {}
