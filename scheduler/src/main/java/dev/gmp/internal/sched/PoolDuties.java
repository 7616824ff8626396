package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Processor;

/** The calls of the pool of machines to parts that are made after it. Thread-safe. */
public interface PoolDuties {

    /** Takes a processor for which no machine could be had, and what stands in its queue (RESIZE-1). */
    void putIdle(Processor processor);

    /** Called before each machine is started: makes what must be there by then. */
    default void beforeStart() {}

    /** Starts a machine if there is work that no machine looks for (LIMIT-1). */
    default void lookForWork() {}

    /** Makes another thread look for what there is to do, and start a machine for it (NICE-1). */
    default void startElsewhere() {}
}
