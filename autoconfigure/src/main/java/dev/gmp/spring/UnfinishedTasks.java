package dev.gmp.spring;

import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.SchedulerSnapshot;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a scheduler has begun and not finished, for people. Costs a thread dump. */
final class UnfinishedTasks {

    /** Frames that say how a task came to run or to wait, not what it does. */
    private static final List<String> PLUMBING = List.of("java.", "jdk.", "sun.", "dev.gmp.internal.");

    private UnfinishedTasks() {}

    /** How many tasks run, block and wait; of those on a thread, the thread, the class, and the innermost line. */
    static String describe(SchedulerSnapshot snapshot) {
        GoroutineCounts counts = snapshot.goroutines();
        return "%d running, %d blocked, %d parked tasks %s"
                .formatted(counts.running(), counts.syscall(), counts.waiting(), onThreads(snapshot));
    }

    private static List<String> onThreads(SchedulerSnapshot snapshot) {
        Map<String, StackTraceElement[]> stacks = Thread.getAllStackTraces().entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().getName(), Map.Entry::getValue, (first, second) -> first));
        return snapshot.machines().stream()
                .filter(machine -> machine.running() != null)
                .map(machine -> describe(machine, stacks.get(machine.threadName())))
                .toList();
    }

    private static String describe(MachineSnapshot machine, StackTraceElement @Nullable [] stack) {
        String task = machine.threadName() + ": " + machine.running();
        return Stream.of(stack == null ? new StackTraceElement[0] : stack)
                .filter(frame -> PLUMBING.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(frame -> task + " at " + withoutLoader(frame))
                .orElse(task);
    }

    private static StackTraceElement withoutLoader(StackTraceElement frame) {
        return new StackTraceElement(
                frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber());
    }
}
