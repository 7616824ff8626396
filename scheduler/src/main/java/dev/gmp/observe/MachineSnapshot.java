package dev.gmp.observe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One machine, which is one thread.
 *
 * @param id in order of creation, from 0
 * @param threadName as it stands in thread dumps
 * @param state what it does
 * @param processor the id of the processor it holds, or -1
 * @param running the class of the task it runs or is locked to, that of a lambda as {@code Owner$$Lambda}. For a thread that
 *     was made by hand its name; or null
 * @param runningFor how long it has been running the same goroutine, as far as the monitor has seen it. Null for one that it
 *     has not seen twice
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
        /** It has a processor, and runs a goroutine. */
        RUNNING,

        /** It has a processor, and looks for work. */
        SPINNING,

        /**
         * It has lost its processor because its goroutine blocks. One that then computes counts as such once a time slice is used.
         */
        BLOCKED,

        /** It has lost its processor because its goroutine computes for long, and goes on. */
        OVERTIME,

        /** It waits together with the goroutine that is locked to it, and can run no other (Go: nmidlelocked). */
        LOCKED,

        /** It waits for a processor and work. */
        IDLE
    }
}
