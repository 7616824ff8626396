package dev.gmp.benchmarks.workload;

/** A batch of which each execution is counted on the thread that does it. */
abstract class CountedBatch implements Batch {
    final CompletionCounter counter;

    CountedBatch(long expected) {
        this.counter = new CompletionCounter(expected);
    }

    /** Hands the work in. */
    abstract void begin();

    @Override
    public final void run() {
        begin();
        counter.await();
    }

    @Override
    public final long expectedExecutions() {
        return counter.expected();
    }

    @Override
    public final long executions() {
        return counter.count();
    }
}
