package dev.gmp.benchmarks.workload.meet;

/** What a goroutine does again and again. */
@FunctionalInterface
interface Step {
    /**
     * Does it once.
     *
     * @param round how often it has been done before, from 0
     * @throws IllegalStateException if what it received, or what it saw, is wrong
     */
    void run(int round) throws Exception;
}
