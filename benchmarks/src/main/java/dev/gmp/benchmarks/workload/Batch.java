package dev.gmp.benchmarks.workload;

/** A number of trivial tasks for one executor, to be run once. */
public interface Batch {
    /**
     * Hands the work in from the calling thread, which must be none of the executor's, and returns when all of it has
     * been executed.
     *
     * @throws IllegalStateException if that takes longer than a minute: the executor has lost a task or hangs
     */
    void run();

    /** How many executions {@link #run} is made of. */
    long expectedExecutions();

    /** How many executions there have been so far. Exact once the executor has ended. */
    long executions();
}
