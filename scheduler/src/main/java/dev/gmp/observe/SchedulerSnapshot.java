package dev.gmp.observe;

import dev.gmp.config.SchedulerConfig;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One look at a scheduler: every processor, machine and queue, and the counters since its start. It is taken without
 * stopping anything, so its parts may be a few microseconds apart. Sums across them may be off by what moved meanwhile; each
 * counter by itself never goes back.
 *
 * @param uptime since the scheduler was built
 * @param phase where in its life it stands
 * @param procs processors (Go: gomaxprocs)
 * @param idleProcs processors that no machine holds
 * @param spinningMachines machines that look for work (Go: nmspinning)
 * @param globalQueueDepth goroutines in the global queue
 * @param queued tasks that wait for their first run, of which there may be {@code settings.queueCapacity()}. Empty where
 *     there is no limit, for then they are not counted
 * @param idleQueued idle-priority tasks that wait, of which there may be {@code settings.idleQueueCapacity()}
 * @param sliceLength how long goroutines ran, or blocked their machine, until they ended, parked or gave way; of those whose
 *     scheduling latency was sampled
 * @param times goroutines times time, in each status: the sum over all goroutines of the time that each has spent in it.
 *     From counts that are taken every 10 milliseconds while anything runs, so it is right over seconds
 * @param timersPending timers that are set and have not fired
 * @param netpollWaiters goroutines that wait until a channel is ready, in {@code dev.gmp.net} (Go: netpollWaiters)
 * @param cpuQuota the container's CPU limit in CPUs, when one is followed
 * @param oldestRunnable how long the goroutine that has waited longest in a run queue has waited, as far as the monitor has
 *     seen it. It marks the queues every 10 milliseconds. Zero when none waits; without idle-priority work and goroutines
 *     that have used up a time slice, which come after all others by design
 * @param recentLosses the last goroutines that lost their processors, or take them up by yielding, the latest first; some of
 *     each kind
 * @param stalled whether goroutines have waited for {@code settings.stallAfter()} and none was taken up
 * @param bulkheads those that have not ended
 * @param settings what the scheduler was built with; {@code procs} is the current value of {@code settings.maxProcs()}
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

    /** The goroutines that wait in a run queue, local and global. */
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
        /** Accepts work. */
        RUNNING,
        /** Accepts none, finishes what it has. */
        SHUTDOWN,
        /** Accepts none, starts none, waits for what runs. */
        STOP,
        /** Nothing is left to do; the machines end. */
        TERMINATED
    }
}
