package dev.gmp.spring.lifecycle;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.Listing;
import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.SchedulerSnapshot;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the threads of a scheduler are doing, for people. */
public final class BusyMachines {

    /** Frames that say how a task came to run or to wait, not what it does. */
    private static final List<String> PLUMBING =
            List.of("java.", "jdk.", "sun.", "dev.gmp.internal.", "dev.gmp.Goroutines");

    private BusyMachines() {}

    /**
     * A line for each machine that has a task: thread, state, the task's class where it is known, and the innermost line of code
     * that is the application's. There may be thousands, and each one's stack is looked at, so no more are described than
     * {@link Listing} lists.
     *
     * @param snapshot taken from the scheduler a moment ago
     */
    public static List<String> describe(GmpScheduler scheduler, SchedulerSnapshot snapshot) {
        return describe(scheduler, snapshot, Set.of());
    }

    /** @param leftOut threads of machines */
    static List<String> describe(GmpScheduler scheduler, SchedulerSnapshot snapshot, Set<Thread> leftOut) {
        Set<String> names = leftOut.stream().map(Thread::getName).collect(Collectors.toSet());
        List<MachineSnapshot> busy = snapshot.machines().stream()
                .filter(machine -> hasTask(machine) && !names.contains(machine.threadName()))
                .toList();
        Map<Long, List<StackTraceElement>> stacks = scheduler.machineStacks(
                busy.stream().limit(Listing.MOST).map(MachineSnapshot::id).collect(Collectors.toSet()));
        return Listing.of(busy, machine -> describe(machine, stacks.getOrDefault(machine.id(), List.of())));
    }

    private static boolean hasTask(MachineSnapshot machine) {
        return switch (machine.state()) {
            case RUNNING, BLOCKED, OVERTIME, LOCKED -> true;
            case SPINNING, IDLE -> false;
        };
    }

    private static String describe(MachineSnapshot machine, List<StackTraceElement> stack) {
        Stream<String> task = Stream.ofNullable(machine.running());
        String doing =
                String.join(" ", Stream.concat(task, place(stack).stream()).toList());
        String state = machine.state().name().toLowerCase(Locale.ROOT);
        return machine.threadName() + " " + state + (doing.isEmpty() ? "" : ": " + doing);
    }

    /** Of each virtual thread its name, or its number without one, and the innermost line of code that is the application's. */
    static List<String> describe(List<Thread> threads) {
        return Listing.of(threads, BusyMachines::describe);
    }

    private static String describe(Thread thread) {
        String name = thread.getName().isEmpty() ? "virtual thread #" + thread.getId() : thread.getName();
        return place(List.of(thread.getStackTrace()))
                .map(place -> name + " " + place)
                .orElse(name);
    }

    /** The innermost line of code of a stack that is the application's, if there is one. */
    private static Optional<String> place(List<StackTraceElement> stack) {
        return stack.stream()
                .filter(frame -> PLUMBING.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(frame -> "at " + withoutLoader(frame));
    }

    /** The same without the name of the class loader. */
    public static StackTraceElement withoutLoader(StackTraceElement frame) {
        return new StackTraceElement(
                frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber());
    }
}
