package dev.gmp.internal.stats;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineCounters;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.StatusClock;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.sched.ProcResize;
import dev.gmp.internal.sched.QueuePermits;
import dev.gmp.internal.spawn.Rejections;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.internal.sysmon.MaxProcsUpdater;
import dev.gmp.internal.sysmon.Overload;
import dev.gmp.internal.sysmon.ProcessorLossLog;
import dev.gmp.internal.sysmon.Retake;
import dev.gmp.internal.sysmon.StallWatchdog;
import dev.gmp.internal.sysmon.ThreadActivity;
import dev.gmp.internal.util.LatencyHistogram;
import dev.gmp.observe.DescribedTask;
import dev.gmp.observe.GoroutineInfo;
import dev.gmp.observe.LatencyHistogramSnapshot;
import dev.gmp.observe.LoggedName;
import dev.gmp.observe.MachineCounts;
import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.ProcessorSnapshot;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.observe.SchedulerSnapshot;
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

/** Reads a scheduler's state without stopping it. */
public final class SnapshotReader {

    private final SchedulerState state;
    private final MachinePool machines;
    private final Lifecycle lifecycle;
    private final Bulkheads bulkheads;
    private final QueuePermits queuePermits;
    private final Rejections rejections;
    private final VirtualGoroutines virtualGoroutines;
    private final Retake retake;
    private final Overload overload;
    private final ProcResize procResize;
    private final StallWatchdog watchdog;
    private final MaxProcsUpdater maxProcsUpdater;
    private final GoroutineStats goroutineStats;
    private final ProcessorLossLog processorLossLog;
    private final QuotaPacer quotaPacer;
    private final OvertimePriority overtimePriority;

    public SnapshotReader(
            SchedulerState state,
            MachinePool machines,
            Lifecycle lifecycle,
            Bulkheads bulkheads,
            QueuePermits queuePermits,
            Rejections rejections,
            VirtualGoroutines virtualGoroutines,
            Retake retake,
            Overload overload,
            ProcResize procResize,
            StallWatchdog watchdog,
            MaxProcsUpdater maxProcsUpdater,
            GoroutineStats goroutineStats,
            ProcessorLossLog processorLossLog,
            QuotaPacer quotaPacer,
            OvertimePriority overtimePriority) {
        this.state = state;
        this.machines = machines;
        this.lifecycle = lifecycle;
        this.bulkheads = bulkheads;
        this.queuePermits = queuePermits;
        this.rejections = rejections;
        this.virtualGoroutines = virtualGoroutines;
        this.retake = retake;
        this.overload = overload;
        this.procResize = procResize;
        this.watchdog = watchdog;
        this.maxProcsUpdater = maxProcsUpdater;
        this.goroutineStats = goroutineStats;
        this.processorLossLog = processorLossLog;
        this.quotaPacer = quotaPacer;
        this.overtimePriority = overtimePriority;
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

    public SchedulerSnapshot snapshot() {
        List<MachineSnapshot> machineSnapshots =
                machines.all().stream().map(SnapshotReader::snapshot).toList();
        List<ProcessorSnapshot> processors = new ArrayList<>();
        for (int id = 0; id < state.procs(); id++) {
            processors.add(snapshot(state.processor(id)));
        }
        MachineCounters totals = machines.totals();
        return new SchedulerSnapshot(
                state.config().name(),
                Duration.ofNanos(state.uptimeNanos()),
                lifecycle.phase(),
                state.procs(),
                state.idleProcessors().count(),
                state.spinningMachines().count(),
                state.globalQueueDepth(),
                count(machineSnapshots),
                goroutineStats.counts(),
                queuePermits.queued(),
                state.idleWork().size(),
                counters(totals),
                histogram(totals.latency()),
                histogram(totals.slices()),
                goroutineStats.times(),
                state.pendingTimers(),
                state.netpoll().waiters(),
                maxProcsUpdater.quota(),
                goroutineStats.oldestRunnable(),
                processorLossLog.all(),
                watchdog.isStalled() && !lifecycle.isTerminated(), // nobody looks any more then
                processors,
                machineSnapshots,
                bulkheads.snapshots(),
                state.config());
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

    /** Of goroutines that have begun and not ended: of those that are only carried, or of the others. */
    public List<Thread> threads(boolean adopted) {
        if (adopted) {
            return state.adopted().threads();
        }
        List<Thread> threads = virtualGoroutines.begun();
        for (Machine machine : machines.all()) {
            if (machine.currentAcquire() instanceof DirectGoroutine) {
                threads.add(machine);
            }
        }
        return threads;
    }

    /** After machines and processors, so that where all of them are seen idle nothing is missing of what they have done. */
    private SchedulerCounters counters(MachineCounters totals) {
        long completed = lifecycle.completed(); // before acceptances: the difference is never less than what is alive
        long ended = machines.ended();
        long created = Math.max(ended, machines.created());
        return new SchedulerCounters(
                lifecycle.created(),
                completed,
                totals.preempted(),
                retake.preemptions(),
                retake.handoffs() + totals.handoffs(),
                totals.steals(),
                totals.stolen(),
                totals.overflows(),
                totals.parks(),
                totals.unparks(),
                created,
                ended,
                rejections.total(),
                totals.uncaught() + virtualGoroutines.uncaughtExceptions(),
                machines.limitHits(),
                procResize.changes(),
                overtimePriority.lowerings(),
                overload.deferred(),
                Duration.ofNanos(quotaPacer.pausedNanos()),
                Duration.ofNanos(procResize.procsNanos()));
    }

    private ProcessorSnapshot snapshot(Processor processor) {
        Machine holder = processor.machine();
        return new ProcessorSnapshot(
                processor.id(),
                state.idleProcessors().contains(processor.id()),
                processor.schedTick(),
                processor.queue().estimatedSize(),
                holder == null ? -1 : holder.number());
    }

    private static MachineSnapshot snapshot(Machine machine) {
        Processor processor = machine.processor();
        Goroutine current = machine.currentAcquire();
        boolean holds = machine.holdsProcessor();
        return new MachineSnapshot(
                machine.number(),
                LoggedName.of(machine.getName()),
                condition(machine, current, holds),
                processor == null || !holds ? -1 : processor.id(),
                describe(current == null ? machine.parkedFor() : current),
                runningFor(machine, current));
    }

    private static MachineSnapshot.State condition(Machine machine, @Nullable Goroutine current, boolean holds) {
        if (machine.isParked()) {
            return machine.parkedFor() == null ? MachineSnapshot.State.IDLE : MachineSnapshot.State.LOCKED;
        }
        if (current == null) {
            return MachineSnapshot.State.SPINNING;
        }
        if (holds) {
            return MachineSnapshot.State.RUNNING;
        }
        return ThreadActivity.isBlocked(machine) ? MachineSnapshot.State.BLOCKED : MachineSnapshot.State.OVERTIME;
    }

    private static @Nullable String describe(@Nullable Goroutine goroutine) {
        Class<?> task = goroutine == null ? null : goroutine.taskClass();
        if (task != null) {
            return DescribedTask.nameOf(task);
        }
        Thread thread = goroutine instanceof VirtualGoroutine virtual ? virtual.thread() : null;
        String name = thread == null ? "" : thread.getName();
        return name.isEmpty() ? null : LoggedName.of(name);
    }

    private static @Nullable Duration runningFor(Machine machine, @Nullable Goroutine current) {
        OptionalLong since = machine.sightings().since();
        return current == null || since.isEmpty()
                ? null
                : Duration.ofNanos(Math.max(0, System.nanoTime() - since.getAsLong()));
    }

    private static MachineCounts count(List<MachineSnapshot> machines) {
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

    private static LatencyHistogramSnapshot histogram(LatencyHistogram latency) {
        long[] counts = new long[LatencyHistogram.BUCKETS];
        latency.addTo(counts);
        return new LatencyHistogramSnapshot(counts, latency.totalMicros());
    }
}
