package dev.gmp.observe;

/**
 * The machines by what they do; the sum is every thread of the scheduler.
 *
 * @param running run a goroutine
 * @param spinning look for work
 * @param blocked are held by a goroutine that blocks, or that waits for its turn on the machine's own stack, without a
 *     processor
 * @param overtime run a goroutine that has computed for longer than its slice, without a processor
 * @param locked wait together with the goroutine that is locked to them, and can run no other (Go: nmidlelocked)
 * @param idle are parked, and can run any goroutine
 * @since 0.1
 */
public record MachineCounts(int running, int spinning, int blocked, int overtime, int locked, int idle) {

    /** All machines. */
    public int total() {
        return running + spinning + blocked + overtime + locked + idle;
    }
}
