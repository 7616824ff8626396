package dev.gmp.process;

import java.util.List;

/**
 * What all processes do.
 *
 * @param name of the runtime
 * @param types in the order of their registration
 * @param examined how many processes it visited; all that live, unless it was asked for fewer
 * @param sentToEnded messages for processes that had ended
 * @param sentToUnknown messages for addresses that never were
 * @param strayCompletions of yields that were unknown, complete already, or of ended processes
 * @param oldest the processes that have lived longest, oldest first; a bounded number
 * @param deepest those with the most messages in the mailbox, deepest first; a bounded number
 * @param shutdown whether new processes are refused
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

    /** How many processes have not ended. */
    public int live() {
        return types.stream().mapToInt(ProcessTypeSnapshot::live).sum();
    }
}
