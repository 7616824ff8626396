package dev.gmp.observe.leak;

import dev.gmp.observe.profile.GoroutineGroup;
import java.util.List;
import java.util.Map;

/** Writes suspects and deadlocks as text, in the manner of a profile. */
final class LeakText {

    private LeakText() {}

    static String of(LeakSuspect suspect, boolean stacks) {
        GoroutineGroup group = suspect.group();
        StringBuilder text = new StringBuilder();
        text.append("leak suspect: %d goroutines, %d more since %s%s\n"
                .formatted(
                        suspect.count(),
                        suspect.grown(),
                        suspect.since(),
                        group.oldestWait() == null
                                ? ""
                                : ", oldest-wait=" + group.oldestWait().toMillis() + "ms"));
        append(text, "tasks", group.tasks());
        append(text, "labels", stacks ? group.labels() : Map.of());
        append(text, "waits for", group.waits());
        append(text, stacks ? group.stack() : List.of());
        return text.toString();
    }

    static String of(Deadlock deadlock, boolean stacks) {
        StringBuilder text = new StringBuilder();
        int size = deadlock.threads().size();
        text.append(
                size == 1
                        ? "deadlock: a thread waits for itself\n"
                        : "deadlock: %d threads, each waits for the next one\n".formatted(size));
        for (Deadlock.Waiter waiter : deadlock.threads()) {
            text.append("# \"%s\" #%d waits for %s of #%d\n"
                    .formatted(waiter.threadName(), waiter.threadId(), waiter.waitsFor(), waiter.heldBy()));
            if (waiter.task() != null) {
                text.append("# task: ").append(waiter.task()).append('\n');
            }
            if (stacks && !waiter.labels().isEmpty()) {
                text.append("# labels: ").append(waiter.labels()).append('\n');
            }
            append(text, stacks ? waiter.stack() : List.of());
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String name, Map<String, Long> counts) {
        counts.forEach((what, count) -> text.append("# %s: %s (%d)\n".formatted(name, what, count)));
    }

    /** Without the names of class loaders. */
    private static void append(StringBuilder text, List<StackTraceElement> stack) {
        for (StackTraceElement frame : stack) {
            text.append("#\t")
                    .append(new StackTraceElement(
                            frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber()))
                    .append('\n');
        }
    }
}
