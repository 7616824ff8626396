package dev.gmp.internal.stats;

import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.gmp.MachineCounters;
import dev.gmp.internal.gmp.MachineCounters.Count;
import dev.gmp.internal.gmp.SchedulerState;
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
import dev.gmp.internal.util.LatencyHistogram;
import dev.gmp.observe.LatencyHistogramSnapshot;
import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.ProcessorSnapshot;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.observe.SchedulerSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** Reads a scheduler's state without stopping it, from what each room tells of itself. */
public record SnapshotReader(
        SchedulerState state,
        MachineReader machineReader,
        GoroutineStats goroutineStats,
        Tasks tasks,
        Cpus cpus,
        Watch watch,
        Bulkheads bulkheads) {

    public record Tasks(
            MachinePool machines,
            Lifecycle lifecycle,
            QueuePermits queuePermits,
            Rejections rejections,
            VirtualGoroutines virtualGoroutines) {}

    public record Cpus(ProcResize procResize, QuotaPacer quotaPacer, OvertimePriority overtimePriority) {}

    public record Watch(
            Retake retake,
            Overload overload,
            StallWatchdog stallWatchdog,
            MaxProcsUpdater maxProcsUpdater,
            ProcessorLossLog processorLossLog,
            LongSupplier suspectedGoroutines,
            IntSupplier deadlocks) {}

    public SchedulerSnapshot snapshot() {
        List<MachineSnapshot> machineSnapshots = machineReader.machines();
        List<ProcessorSnapshot> processors = machineReader.processors();
        MachineCounters totals = tasks.machines().totals();
        return new SchedulerSnapshot(
                state.config().name(),
                Duration.ofNanos(state.clock().nanos()),
                tasks.lifecycle().phase(),
                state.processors().count(),
                state.idle().processors().count(),
                state.idle().spinning().count(),
                state.queues().globalDepth(),
                MachineReader.count(machineSnapshots),
                goroutineStats.counts(),
                tasks.queuePermits().queued(),
                state.queues().idlePriority().size(),
                counters(totals),
                histogram(totals.latency()),
                histogram(totals.slices()),
                goroutineStats.times(),
                state.processors().pendingTimers(),
                state.netpoll().waiters(),
                watch.maxProcsUpdater().quota(),
                goroutineStats.oldestRunnable(),
                watch.processorLossLog().all(),
                watch.stallWatchdog().isStalled() && !tasks.lifecycle().isTerminated(), // sysmon has ended then
                watch.suspectedGoroutines().getAsLong(),
                watch.deadlocks().getAsInt(),
                processors,
                machineSnapshots,
                bulkheads.snapshots(),
                state.config());
    }

    /** Of goroutines that have begun and not ended, without those that are only carried. */
    public List<Thread> taskThreads() {
        List<Thread> threads = tasks.virtualGoroutines().begun();
        threads.addAll(machineReader.withDirectGoroutines());
        return threads;
    }

    public List<Thread> adoptedThreads() {
        return state.adopted().threads();
    }

    /** After machines and processors, so that where all of them are seen idle nothing is missing of what they have done. */
    private SchedulerCounters counters(MachineCounters totals) {
        long completed =
                tasks.lifecycle().completed(); // before acceptances: the difference is never less than what is alive
        long ended = tasks.machines().ended();
        long created = Math.max(ended, tasks.machines().created());
        return new SchedulerCounters(
                tasks.lifecycle().created(),
                completed,
                totals.get(Count.PREEMPTED),
                watch.retake().preemptions(),
                watch.retake().handoffs() + totals.get(Count.HANDOFFS),
                totals.get(Count.FIRST_YIELDS),
                totals.get(Count.REPEATED_YIELDS),
                totals.get(Count.STEALS),
                totals.get(Count.STOLEN),
                totals.get(Count.OVERFLOWS),
                totals.get(Count.PARKS),
                totals.get(Count.UNPARKS),
                created,
                ended,
                tasks.rejections().total(),
                totals.get(Count.UNCAUGHT),
                tasks.machines().limitHits(),
                cpus.procResize().changes(),
                cpus.overtimePriority().lowerings(),
                watch.overload().deferred(),
                Duration.ofNanos(cpus.quotaPacer().pausedNanos()),
                Duration.ofNanos(cpus.procResize().procsNanos()));
    }

    private static LatencyHistogramSnapshot histogram(LatencyHistogram latency) {
        long[] counts = new long[LatencyHistogram.BUCKETS];
        latency.addTo(counts);
        return new LatencyHistogramSnapshot(counts, latency.totalMicros());
    }
}
