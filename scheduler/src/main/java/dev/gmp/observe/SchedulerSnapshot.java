package dev.gmp.observe;

import dev.gmp.config.SchedulerConfig;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The state of a scheduler: every processor, machine and queue, and the counters since its start. Nothing is stopped
 * for it, so its parts may be microseconds apart, and sums across them may be off by what moved meanwhile. A single
 * counter never decreases.
 *
 * @param name the scheduler's name
 * @param uptime the time since the scheduler was built
 * @param phase the phase of its life
 * @param procs the number of processors (Go: gomaxprocs)
 * @param idleProcs the number of processors that no machine holds
 * @param spinningMachines the number of machines that look for work (Go: nmspinning)
 * @param globalQueueDepth the number of goroutines in the global queue
 * @param machineCounts the numbers of machines by state
 * @param goroutines the numbers of live goroutines by status
 * @param queued the number of tasks that wait for their first run, at most {@code settings.queueCapacity()}. Empty
 *     without a limit, because they are not counted then
 * @param idleQueued the number of waiting idle-priority tasks, at most {@code settings.idleQueueCapacity()}
 * @param counters totals since the scheduler was built
 * @param schedulingLatency the time from runnable to running, of sampled goroutines
 * @param sliceLength how long sampled goroutines ran, or blocked their machine, until they ended, parked or gave way
 * @param times the sum over all goroutines of the time in each status. It is computed from counts taken every 10
 *     milliseconds while any goroutine runs, so it is accurate over seconds
 * @param timersPending the number of timers that are set and have not fired
 * @param netpollWaiters the number of goroutines that wait for a channel of {@code dev.gmp.net} (Go: netpollWaiters)
 * @param cpuQuota the container's CPU limit in CPUs; empty if none is followed
 * @param oldestRunnable the longest wait of a goroutine in a run queue, as far as the monitor has seen it. The monitor
 *     marks the queues every 10 milliseconds. Zero when none waits. Idle-priority tasks and goroutines that have used
 *     up a time slice are left out, because they come after all others by design
 * @param recentLosses the latest goroutines that lost their processor or yielded again and again, the latest first;
 *     several of each kind
 * @param stalled whether goroutines have waited for {@code settings.stallAfter()} and none began to run
 * @param suspectedGoroutines the number of goroutines in groups that seem to be forgotten, at the last look of the watch
 * @param deadlocks the number of deadlocks that the watch found at its last look, at most 20. Where that look ended early,
 *     known ones that it did not find count, too
 * @param processors the state of each processor
 * @param machines the state of each worker thread (machine)
 * @param bulkheads the state of each bulkhead that has not ended
 * @param settings the settings that the scheduler was built with; {@code procs} is the present value of {@code
 *     settings.maxProcs()}
 * @since 0.1
 */
public record SchedulerSnapshot(
        String name,
        Duration uptime,
        Phase phase,
        int procs,
        int idleProcs,
        int spinningMachines,
        int globalQueueDepth,
        MachineCounts machineCounts,
        GoroutineCounts goroutines,
        OptionalInt queued,
        int idleQueued,
        SchedulerCounters counters,
        LatencyHistogramSnapshot schedulingLatency,
        LatencyHistogramSnapshot sliceLength,
        GoroutineTimes times,
        long timersPending,
        int netpollWaiters,
        OptionalDouble cpuQuota,
        Duration oldestRunnable,
        List<ProcessorLoss> recentLosses,
        boolean stalled,
        long suspectedGoroutines,
        int deadlocks,
        List<ProcessorSnapshot> processors,
        List<MachineSnapshot> machines,
        List<BulkheadSnapshot> bulkheads,
        SchedulerConfig settings) {

    public SchedulerSnapshot {
        processors = List.copyOf(processors);
        machines = List.copyOf(machines);
        recentLosses = List.copyOf(recentLosses);
        bulkheads = List.copyOf(bulkheads);
    }

    /** The number of goroutines in all run queues, local and global. */
    public int runQueueDepth() {
        int depth = globalQueueDepth;
        for (ProcessorSnapshot processor : processors) {
            depth += processor.runQueueDepth();
        }
        return depth;
    }

    /**
     * The life of a scheduler, in order.
     *
     * @since 0.1
     */
    public enum Phase {
        /** Accepts tasks. */
        RUNNING,
        /** Accepts no tasks, and finishes those that it has. */
        SHUTDOWN,
        /** Accepts and starts no tasks, and waits for those that run. */
        STOP,
        /** All tasks have ended, and the machines end. */
        TERMINATED
    }
}
