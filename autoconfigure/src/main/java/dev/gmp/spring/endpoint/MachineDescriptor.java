package dev.gmp.spring.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.gmp.observe.MachineSnapshot;
import dev.gmp.spring.lifecycle.BusyMachines;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One machine as the endpoint shows it.
 *
 * @param processor the processor that it holds, or null
 * @param running the class of the task that it runs or is locked to, or null
 * @param runningFor how long it has been running the same goroutine; null for less than a few milliseconds
 * @param observing whether what it runs is the request that this is an answer to
 * @param stack what it does at this moment, innermost frame first; null unless stacks were asked for and may be shown
 * @since 0.1
 */
@JsonInclude(Include.ALWAYS)
public record MachineDescriptor(
        long id,
        String thread,
        String state,
        @Nullable Long processor,
        @Nullable String running,
        @Nullable Duration runningFor,
        boolean observing,
        @Nullable List<String> stack) {

    private static final int MOST_FRAMES = 64;

    static MachineDescriptor of(MachineSnapshot machine, long observer, @Nullable List<StackTraceElement> stack) {
        Duration runningFor = machine.runningFor();
        return new MachineDescriptor(
                machine.id(),
                machine.threadName(),
                machine.state().name().toLowerCase(Locale.ROOT),
                machine.processor() < 0 ? null : Long.valueOf(machine.processor()),
                machine.running(),
                runningFor == null ? null : runningFor.truncatedTo(ChronoUnit.MILLIS),
                machine.id() == observer,
                stack == null ? null : frames(stack));
    }

    /** As stack traces print them, without the name of the class loader. */
    static List<String> frames(List<StackTraceElement> stack) {
        return stack.stream()
                .limit(MOST_FRAMES)
                .map(frame -> BusyMachines.withoutLoader(frame).toString())
                .toList();
    }
}
