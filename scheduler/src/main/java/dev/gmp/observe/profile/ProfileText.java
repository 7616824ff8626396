package dev.gmp.observe.profile;

import dev.gmp.observe.GoroutineCounts;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a profile as text. */
final class ProfileText {

    private static final String NOT_BEGUN = "(not begun)";

    private ProfileText() {}

    static String of(GoroutineProfile profile, boolean stacks) {
        StringBuilder text = new StringBuilder();
        text.append("goroutine profile: total ").append(profile.live()).append('\n');
        text.append("# scheduler %s at %s, read in %d ms\n"
                .formatted(profile.scheduler(), profile.time(), profile.took().toMillis()));
        if (profile.isSampled()) {
            text.append("# a random sample of those reached: the numbers below are of %d goroutines\n"
                    .formatted(profile.examined()));
        }
        if (profile.ungrouped() > 0) {
            text.append("# %d more in groups that are not shown\n".formatted(profile.ungrouped()));
        }
        for (GoroutineGroup group : profile.groups()) {
            append(text.append('\n'), group, !stacks);
            if (stacks) {
                appendStack(text, group);
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, GoroutineGroup group, boolean hidden) {
        GoroutineCounts states = group.states();
        text.append("%d @ runnable=%d running=%d waiting=%d syscall=%d"
                .formatted(group.count(), states.runnable(), states.running(), states.waiting(), states.syscall()));
        if (group.oldestWait() != null) {
            text.append(" oldest-wait=").append(group.oldestWait().toMillis()).append("ms");
        }
        text.append('\n');
        append(text, "tasks", group.tasks());
        append(text, "labels", hidden ? Map.of() : group.labels());
        append(text, "waits for", group.waits());
        append(text, "peers", hidden ? Map.of() : group.peers());
    }

    private static void appendStack(StringBuilder text, GoroutineGroup group) {
        if (group.stack().isEmpty()) {
            text.append("#\t").append(NOT_BEGUN).append('\n');
        }
        group.stack().forEach(frame -> text.append("#\t").append(plain(frame)).append('\n'));
    }

    private static void append(StringBuilder text, String name, Map<String, Long> counts) {
        counts.forEach((what, count) -> text.append("# %s: %s (%d)\n".formatted(name, what, count)));
    }

    static String folded(GoroutineProfile profile) {
        return profile.groups().stream()
                .map(group -> folded(group) + " " + group.count() + "\n")
                .collect(Collectors.joining());
    }

    private static String folded(GoroutineGroup group) {
        StringBuilder line = new StringBuilder();
        for (int i = group.stack().size() - 1; i >= 0; i--) {
            StackTraceElement frame = group.stack().get(i);
            line.append(line.length() == 0 ? "" : ";")
                    .append(frame.getClassName())
                    .append('.')
                    .append(frame.getMethodName());
        }
        return line.length() == 0 ? NOT_BEGUN : line.toString();
    }

    /** Without the name of the class loader. */
    private static StackTraceElement plain(StackTraceElement frame) {
        return new StackTraceElement(
                frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber());
    }
}
