package dev.gmp.process;

import java.util.List;

/**
 * The state of all processes of a runtime.
 *
 * @param name the runtime's name
 * @param types the state of each type, in the order of registration
 * @param examined the number of processes visited: all live ones, or as many as were asked for
 * @param sentToEnded messages to processes that had ended, since the start
 * @param sentToUnknown messages to addresses that never had a process, since the start
 * @param strayCompletions completions of yields that were unknown, complete already, or of ended processes, since the
 *     start
 * @param oldest the processes with the greatest age, oldest first; a bounded number
 * @param deepest the processes with the most messages in the mailbox, deepest first; a bounded number
 * @param shutdown whether new processes are rejected
 * @since 0.1
 */
public record ProcessesSnapshot(
        String name,
        List<ProcessTypeSnapshot> types,
        int examined,
        long sentToEnded,
        long sentToUnknown,
        long strayCompletions,
        List<ProcessInfo> oldest,
        List<ProcessInfo> deepest,
        boolean shutdown) {

    public ProcessesSnapshot {
        types = List.copyOf(types);
        oldest = List.copyOf(oldest);
        deepest = List.copyOf(deepest);
    }

    /** The number of processes that have not ended. */
    public int live() {
        return types.stream().mapToInt(ProcessTypeSnapshot::live).sum();
    }
}
