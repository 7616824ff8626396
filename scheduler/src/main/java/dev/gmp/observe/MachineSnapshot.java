package dev.gmp.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The state of one worker thread (machine).
 *
 * @param id from 0, in the order of creation
 * @param threadName the thread's name, as in thread dumps
 * @param state what the machine does
 * @param processor the id of the processor that it holds, or -1
 * @param running the class of the task that it runs or is locked to, a lambda's as {@code Owner$$Lambda}. For a virtual
 *     thread that was not submitted as a task, the thread's name. Null if there is neither
 * @param runningFor how long the machine has run the same goroutine, as far as the monitor has seen it. Null if the
 *     monitor has not seen it twice
 * @since 0.1
 */
public record MachineSnapshot(
        long id,
        String threadName,
        State state,
        int processor,
        @Nullable String running,
        @Nullable Duration runningFor) {

    /**
     * What a machine does.
     *
     * @since 0.1
     */
    public enum State {
        /** The machine has a processor and runs a goroutine. */
        RUNNING,

        /** The machine has a processor and looks for work. */
        SPINNING,

        /**
         * The machine has lost its processor because its goroutine blocks. If the goroutine then computes, the state
         * changes to {@link #OVERTIME} after a time slice.
         */
        BLOCKED,

        /** The machine has lost its processor because its goroutine computed beyond its time slice and goes on. */
        OVERTIME,

        /** The machine waits together with the goroutine that is locked to it (Go: nmidlelocked). */
        LOCKED,

        /** The machine waits for a processor and work. */
        IDLE
    }
}
