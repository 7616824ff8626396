package dev.gmp.benchmarks.workload.channel;

import org.jspecify.annotations.Nullable;

/**
 * What one goroutine does, as a machine of steps (as Kotlin compiles a coroutine): between two steps the peer sends or
 * receives. So all peers run the same code.
 */
abstract class Routine {
    /** Where the next value is sent or received. */
    Port port;

    /** What is sent next; null to receive. */
    @Nullable
    Integer sent;

    Routine(Port port) {
        this.port = port;
    }

    /**
     * Says in the fields what comes next.
     *
     * @param received what came, if the last step was to receive; else null
     * @return false at the end
     */
    abstract boolean next(@Nullable Integer received);
}
