package dev.gmp.spring;

import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.SchedulerSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a scheduler's threads are doing, for people. Costs a thread dump. */
final class RunningTasks {

    private RunningTasks() {}

    /** For each task that runs: its thread, its class, and the innermost line of it that is no library of the JDK. */
    static List<String> describe(SchedulerSnapshot snapshot) {
        List<MachineSnapshot> busy = snapshot.machines().stream()
                .filter(machine -> machine.running() != null)
                .toList();
        if (busy.isEmpty()) {
            return List.of();
        }
        Map<String, StackTraceElement[]> stacks = Thread.getAllStackTraces().entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().getName(), Map.Entry::getValue, (first, second) -> first));
        return busy.stream()
                .map(machine -> describe(machine, stacks.get(machine.threadName())))
                .toList();
    }

    private static String describe(MachineSnapshot machine, StackTraceElement @Nullable [] stack) {
        return Stream.of(machine.threadName(), machine.running(), where(stack))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" "));
    }

    private static @Nullable String where(StackTraceElement @Nullable [] stack) {
        if (stack == null || stack.length == 0) {
            return null;
        }
        StackTraceElement frame = Stream.of(stack)
                .filter(each -> !isPlumbing(each.getClassName()))
                .findFirst()
                .orElse(stack[0]);
        return "at " + frame;
    }

    private static boolean isPlumbing(String className) {
        return className.startsWith("java.") || className.startsWith("jdk.") || className.startsWith("sun.");
    }
}
