package dev.gmp.internal.stats;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.StatusClock;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.sysmon.MachineStatus;
import dev.gmp.internal.sysmon.ThreadActivity;
import dev.gmp.observe.GoroutineInfo;
import dev.gmp.observe.LoggedName;
import dev.gmp.observe.MachineCounts;
import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.ProcessorSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Reads machines and processors, and what runs on them, without stopping them. */
public final class MachineReader {

    private final SchedulerState state;
    private final MachinePool machines;

    public MachineReader(SchedulerState state, MachinePool machines) {
        this.state = state;
        this.machines = machines;
    }

    /** The goroutine that runs on the caller's machine. */
    public GoroutineInfo describe(Machine machine) {
        VirtualGoroutine virtual = machine.currentAcquire() instanceof VirtualGoroutine current ? current : null;
        StatusClock clock = virtual == null ? null : virtual.clock();
        return new GoroutineInfo(
                state.config().name(),
                Thread.currentThread().getId(),
                machine.number(),
                virtual == null ? GoroutineMode.DIRECT : GoroutineMode.VIRTUAL,
                virtual != null && virtual.isAdopted(),
                Optional.ofNullable(clock).map(StatusClock::read));
    }

    /** Of machines that are not idle, by number. */
    public Map<Long, List<StackTraceElement>> stacks(LongPredicate wanted) {
        Map<Long, List<StackTraceElement>> stacks = new LinkedHashMap<>();
        for (Machine machine : machines.all()) {
            if (wanted.test(machine.number()) && ThreadActivity.hasStack(machine)) {
                stacks.put(machine.number(), ThreadActivity.stack(machine));
            }
        }
        return stacks;
    }

    /** The machines that run direct goroutines. */
    List<Thread> withDirectGoroutines() {
        return machines.all().stream()
                .filter(machine -> machine.currentAcquire() instanceof DirectGoroutine)
                .map(Machine::thread)
                .toList();
    }

    List<MachineSnapshot> machines() {
        return machines.all().stream().map(MachineReader::snapshot).toList();
    }

    List<ProcessorSnapshot> processors() {
        List<ProcessorSnapshot> processors = new ArrayList<>();
        for (int id = 0; id < state.processors().count(); id++) {
            processors.add(snapshot(state.processors().get(id)));
        }
        return processors;
    }

    private ProcessorSnapshot snapshot(Processor processor) {
        Machine holder = processor.machine();
        return new ProcessorSnapshot(
                processor.id(),
                state.idle().processors().contains(processor.id()),
                processor.schedTick(),
                processor.queue().estimatedSize(),
                holder == null ? -1 : holder.number());
    }

    private static MachineSnapshot snapshot(Machine machine) {
        Processor processor = machine.processor();
        Goroutine current = machine.currentAcquire();
        boolean holds = machine.holdsProcessor();
        Goroutine shown = current == null ? machine.parkedFor() : current;
        return new MachineSnapshot(
                machine.number(),
                LoggedName.of(machine.thread().getName()),
                MachineStatus.of(machine, current, holds).shown(),
                processor == null || !holds ? -1 : processor.id(),
                shown == null ? null : shown.shownName(),
                runningFor(machine, current));
    }

    private static @Nullable Duration runningFor(Machine machine, @Nullable Goroutine current) {
        OptionalLong since = machine.sightings().since();
        return current == null || since.isEmpty()
                ? null
                : Duration.ofNanos(Math.max(0, System.nanoTime() - since.getAsLong()));
    }

    static MachineCounts count(List<MachineSnapshot> machines) {
        Map<MachineSnapshot.State, Integer> counts = new EnumMap<>(MachineSnapshot.State.class);
        machines.forEach(machine -> counts.merge(machine.state(), 1, Integer::sum));
        return new MachineCounts(
                counts.getOrDefault(MachineSnapshot.State.RUNNING, 0),
                counts.getOrDefault(MachineSnapshot.State.SPINNING, 0),
                counts.getOrDefault(MachineSnapshot.State.BLOCKED, 0),
                counts.getOrDefault(MachineSnapshot.State.OVERTIME, 0),
                counts.getOrDefault(MachineSnapshot.State.LOCKED, 0),
                counts.getOrDefault(MachineSnapshot.State.IDLE, 0));
    }
}
