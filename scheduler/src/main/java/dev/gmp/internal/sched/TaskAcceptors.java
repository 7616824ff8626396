package dev.gmp.internal.sched;

/**
 * The parts that accept tasks in the scheduler's name, beside its own lanes (SHUT-1, in {@link Lifecycle}).
 * Thread-safe.
 */
public interface TaskAcceptors {

    /** Goroutines started so far. Only grows. Takes no memory. */
    long started();

    /** Lets none accept a task from its return on. */
    void close();
}
