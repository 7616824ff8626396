package dev.gmp.observe;

/**
 * The live goroutines by status.
 *
 * @param runnable wait in a run queue
 * @param running run on a machine
 * @param waiting are parked, in no queue
 * @param syscall hold a machine without a processor because they block
 * @since 0.1
 */
public record GoroutineCounts(long runnable, long running, long waiting, long syscall) {

    /** All goroutines that have not ended. */
    public long live() {
        return runnable + running + waiting + syscall;
    }
}
