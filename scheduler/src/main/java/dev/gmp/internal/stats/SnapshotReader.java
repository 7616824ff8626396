package dev.gmp.internal.stats;

import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.gmp.MachineCounters;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.util.LatencyHistogram;
import dev.gmp.observe.LatencyHistogramSnapshot;
import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.ProcessorSnapshot;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.observe.SchedulerSnapshot;
import java.time.Duration;
import java.util.List;

/** Reads a scheduler's state without stopping it, from what each room tells of itself. */
public final class SnapshotReader {

    private final SchedulerState state;
    private final MachineReader machines;
    private final GoroutineStats goroutineStats;
    private final TaskReader tasks;
    private final ProcsReader procs;
    private final SysmonReader sysmon;
    private final Bulkheads bulkheads;

    public SnapshotReader(
            SchedulerState state,
            MachineReader machines,
            GoroutineStats goroutineStats,
            TaskReader tasks,
            ProcsReader procs,
            SysmonReader sysmon,
            Bulkheads bulkheads) {
        this.state = state;
        this.machines = machines;
        this.goroutineStats = goroutineStats;
        this.tasks = tasks;
        this.procs = procs;
        this.sysmon = sysmon;
        this.bulkheads = bulkheads;
    }

    public SchedulerSnapshot snapshot() {
        List<MachineSnapshot> machineSnapshots = machines.machines();
        List<ProcessorSnapshot> processors = machines.processors();
        MachineCounters totals = machines.totals();
        return new SchedulerSnapshot(
                state.config().name(),
                Duration.ofNanos(state.clock().nanos()),
                tasks.phase(),
                state.processors().count(),
                state.idle().processors().count(),
                state.idle().spinning().count(),
                state.queues().globalDepth(),
                MachineReader.count(machineSnapshots),
                goroutineStats.counts(),
                tasks.queued(),
                state.queues().idlePriority().size(),
                counters(totals),
                histogram(totals.latency()),
                histogram(totals.slices()),
                goroutineStats.times(),
                state.processors().pendingTimers(),
                state.netpoll().waiters(),
                sysmon.cpuQuota(),
                goroutineStats.oldestRunnable(),
                sysmon.recentLosses(),
                sysmon.isStalled() && !tasks.isTerminated(), // sysmon has ended then
                processors,
                machineSnapshots,
                bulkheads.snapshots(),
                state.config());
    }

    /** Of goroutines that have begun and not ended, without those that are only carried. */
    public List<Thread> taskThreads() {
        List<Thread> threads = tasks.virtualThreads();
        threads.addAll(machines.withDirectGoroutines());
        return threads;
    }

    /** Virtual threads that are carried and are no tasks. */
    public List<Thread> adoptedThreads() {
        return state.adopted().threads();
    }

    /** After machines and processors, so that where all of them are seen idle nothing is missing of what they have done. */
    private SchedulerCounters counters(MachineCounters totals) {
        long completed = tasks.completed(); // before acceptances: the difference is never less than what is alive
        long ended = machines.ended();
        long created = Math.max(ended, machines.created());
        return new SchedulerCounters(
                tasks.created(),
                completed,
                totals.preempted(),
                sysmon.preemptions(),
                sysmon.handoffs() + totals.handoffs(),
                totals.steals(),
                totals.stolen(),
                totals.overflows(),
                totals.parks(),
                totals.unparks(),
                created,
                ended,
                tasks.rejections(),
                totals.uncaught() + tasks.uncaughtExceptions(),
                machines.limitHits(),
                procs.changes(),
                procs.priorityLowerings(),
                sysmon.deferred(),
                procs.pacedTime(),
                procs.time());
    }

    private static LatencyHistogramSnapshot histogram(LatencyHistogram latency) {
        long[] counts = new long[LatencyHistogram.BUCKETS];
        latency.addTo(counts);
        return new LatencyHistogramSnapshot(counts, latency.totalMicros());
    }
}
