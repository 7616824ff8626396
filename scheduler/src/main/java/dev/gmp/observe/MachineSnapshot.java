package dev.gmp.observe;

import org.jspecify.annotations.Nullable;

/**
 * One machine, which is one thread.
 *
 * @param id in order of creation, from 0
 * @param threadName as it stands in thread dumps
 * @param state what it does
 * @param processor the id of the processor it holds, or -1
 * @param running the class of the task it runs, or null
 */
public record MachineSnapshot(
        long id,
        String threadName,
        State state,
        int processor,
        @Nullable String running) {

    /** What a machine does. */
    public enum State {
        RUNNING,
        SPINNING,
        BLOCKED,
        OVERTIME,
        IDLE
    }
}
