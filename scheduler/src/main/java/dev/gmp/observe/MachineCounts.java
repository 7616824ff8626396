package dev.gmp.observe;

/**
 * The numbers of worker threads (machines) by state. Their sum is the number of the scheduler's worker threads.
 *
 * @param running machines that run a goroutine
 * @param spinning machines that look for work (Go: nmspinning)
 * @param blocked machines without a processor, held by a goroutine that blocks or waits for its turn on the machine's
 *     own stack
 * @param overtime machines without a processor, held by a goroutine that computes beyond its time slice
 * @param locked machines that wait together with a goroutine that is locked to them (Go: nmidlelocked)
 * @param idle machines that are parked and can run any goroutine
 * @since 0.1
 */
public record MachineCounts(int running, int spinning, int blocked, int overtime, int locked, int idle) {

    /** The number of all machines. */
    public int total() {
        return running + spinning + blocked + overtime + locked + idle;
    }
}
