package dev.gmp.observe;

/**
 * The numbers of live goroutines by status (Go: {@code /sched/goroutines}). Nothing stops for the count, so a goroutine
 * that changes its status meanwhile may count under either. A virtual goroutine that moves from one run queue to another may
 * count as waiting. A direct one counts as runnable then.
 *
 * @param runnable goroutines that wait in a run queue, or are on their way to one or from one to a machine
 * @param running goroutines that run on a worker thread (machine)
 * @param waiting goroutines that are parked, in no queue
 * @param syscall goroutines that block and hold a machine without a processor
 * @since 0.1
 */
public record GoroutineCounts(long runnable, long running, long waiting, long syscall) {

    /** All goroutines that have not ended. */
    public long live() {
        return runnable + running + waiting + syscall;
    }
}
