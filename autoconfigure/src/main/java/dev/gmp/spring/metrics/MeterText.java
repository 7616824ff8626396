package dev.gmp.spring.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a meter says of itself to people.
 *
 * @param unit null for a counter whose name says what it counts, like Micrometer's {@code executor.steals}
 * @param description what is counted, and what it means for an operator
 */
record MeterText(@Nullable String unit, String description) {

    /**
     * Name, unit, description. The unit is more than decoration: Prometheus reserves the ending {@code _created}. Without a unit
     * behind it, {@code gmp.goroutines.created} would become {@code gmp_goroutines}, which is the gauge, and be dropped.
     */
    private static final Map<String, MeterText> ALL = parse("""
            gmp.processors | processors | Processors, so tasks that run at once; changes with the CPUs, with their quota or by hand
            gmp.processors.idle | processors | Processors that no thread holds; zero while tasks wait means more work than processors
            gmp.cpu.quota | cpus | CPUs that the container may use; not a number where no quota is followed
            gmp.threads | threads | Threads; more that are blocked mean tasks that hold theirs while they wait, more in overtime mean tasks that compute without a checkpoint
            gmp.threads.max | threads | Threads that may exist at once
            gmp.nmspinning | threads | Threads that look for work; many for long mean that work comes in small pieces
            gmp.goroutines | goroutines | Live goroutines, none of which jvm.threads.virtual.live counts; more that are runnable mean more work than processors, more in syscall mean that what they block on is slow
            gmp.network.waiters | goroutines | Goroutines that wait for a channel of dev.gmp.net; growth without end means peers that do not answer
            gmp.timers.pending | timers | Timers that are set and have not fired; growth without end means more is scheduled than cancelled
            gmp.stalled | | 1 while tasks wait and none is begun, else 0
            gmp.leaks.suspected | goroutines | Goroutines in groups that only grow and whose oldest never goes on; any are probably forgotten
            gmp.deadlocks | | Cycles of threads that wait for each other; any needs a fix of the code and a restart
            gmp.run.queue.depth | goroutines | Goroutines in the global run queue, or in all local ones; growth means that more comes than is done
            gmp.queue.size | tasks | Tasks that wait for their first run; not a number where their capacity has no limit
            gmp.queue.capacity | tasks | Tasks that may wait for their first run; not a number without a limit
            gmp.idle.queue.size | tasks | Tasks of idle priority that wait; growth means that the processors are never idle
            gmp.idle.queue.capacity | tasks | Tasks of idle priority that may wait
            gmp.goroutines.created | goroutines | Goroutines accepted; growth above that of the completed means queues that get longer
            gmp.goroutines.completed | goroutines | Goroutines that ended; less growth while others are runnable means a hog or slow tasks
            gmp.tasks.rejected | tasks | Tasks refused or discarded; growth means that the queue is full, or that the scheduler is shut down
            gmp.tasks.deferred | tasks | Tasks that later ones were let pass, again for each time; growth means more long tasks than the CPUs can do
            gmp.preemptions | | Times that a goroutine gave way after its slice when asked, or lost its processor because it did not; growth of the latter means long computations without a checkpoint
            gmp.yields | | Times that a goroutine yielded unasked, for the first time since it parked or blocked, or once more; fast growth of the latter means tasks that wait in a loop
            gmp.handoffs | | Times that a processor was taken from a blocked thread; fast growth means tasks that hold their threads while they wait
            gmp.steals | | Times that a thread took goroutines from the queue of another processor; fast growth means tiny tasks
            gmp.run.queue.overflows | | Times that a full local queue sent half of itself to the global one; growth means that one task submits very many
            gmp.processor.paused | seconds | Processor time given up so that the CPU quota lasts; growth for long means that the quota is used up
            gmp.threads.parks | | Times that a thread parked for want of work; fast growth means that work comes in single small tasks
            gmp.threads.limit.hits | | Times that a thread was wanted and could not be had; growth means that blocked tasks hold all of them, or that the system refuses more
            gmp.bulkhead.live | goroutines | Goroutines that hold a slot, parked ones included; the maximum for long means that what they wait for is slow
            gmp.bulkhead.max | goroutines | Slots, so goroutines that may live at once
            gmp.bulkhead.queued | tasks | Tasks that wait for a slot; growth means that more comes than the slots let through
            gmp.bulkhead.queue.capacity | tasks | Tasks that may wait for a slot; not a number without a limit
            gmp.bulkhead.completed | tasks | Tasks that have given their slot back; no growth while all slots are held means that tasks hang
            gmp.bulkhead.rejected | tasks | Tasks refused or discarded; growth means that slots and queue are full, or that the scheduler is shut down
            gmp.task.wait | seconds | Time that tasks of a kind waited in run queues, estimated; growth means more work than processors
            gmp.task.run | seconds | Time that tasks of a kind ran, estimated; a second in each second is a whole CPU
            gmp.task.blocked | seconds | Time that tasks of a kind were parked or blocked their thread, estimated; growth means that what they wait for is slow
            gmp.task.preemptions | | Times that tasks of a kind gave way after their slice, or lost their processor; growth means long computations
            gmp.task.failures | | Exceptions that left tasks of a kind; growth means bugs, or that what they need fails
            gmp.process.misdirected | messages | Messages for processes that had ended, or never were; growth means senders that keep addresses for too long
            gmp.process.stray.completions | | Completions that no process waited for; growth means handlers that complete twice or too late
            gmp.processes | processes | Processes that have not ended; more that are ready mean more work than processors, more that are blocked mean slow commands
            gmp.processes.started | processes | Processes submitted; growth above that of the ended means ever more processes
            gmp.processes.ended | processes | Processes that ended; growth of the failed means exceptions, which the log has
            gmp.process.steps | | Steps begun; no growth while messages wait means a step that does not return
            gmp.process.messages | messages | Messages by what became of them; growth of the refused or dropped means a full mailbox
            gmp.process.mailbox.depth | messages | Messages that wait in all mailboxes; growth means that more is sent than handled
            gmp.process.mailbox.deepest | messages | Messages that wait in the fullest mailbox; far above the average means one process as the bottleneck
            gmp.cluster.up | | 1 while this node takes part in the cluster, else 0; 0 for long means that it cannot join, or is cut off
            gmp.cluster.members | nodes | Nodes that this one knows; unreachable ones mean a dead node or a broken network
            gmp.cluster.sent | messages | Messages to keyed processes of this node, or to other nodes
            gmp.cluster.received | messages | Messages from other nodes
            gmp.cluster.forwarded | messages | Messages that came for a shard which had left this node; growth for long means nodes that disagree
            gmp.cluster.undelivered | messages | Messages that reached no process; growth means nodes out of reach, or full mailboxes or buffers
            gmp.cluster.refused | messages | Messages from other nodes that could not be read; growth means nodes of different versions
            gmp.cluster.late.answers | | Answers that came after the timeout of their question; growth means timeouts that are too short
            gmp.cluster.moved.shards | shards | Shards that have left this node for another; growth while no node comes or goes means a cluster that is not stable
            gmp.cluster.shards | shards | Shards of a keyed type by owner, as this node knows it; unknown ones are asked for by the next message
            gmp.cluster.buffered | messages | Messages that wait until the owner of their shard is known, or their process has started; they are lost when they wait for too long
            executor.completed | tasks | The approximate total number of tasks that have completed execution
            executor.steals | | The total number of tasks stolen from one processor's queue by another
            executor.active | threads | The approximate number of threads that are actively executing tasks
            executor.queued | tasks | The approximate number of tasks that are queued for execution
            executor.queue.remaining | tasks | The number of additional elements that this queue can ideally accept without blocking
            executor.parallelism | threads | The targeted parallelism level of this pool
            executor.pool.size | threads | The current number of threads in the pool
            executor.pool.core | threads | The core number of threads for the pool
            executor.pool.max | threads | The maximum allowed number of threads in the pool
            """);

    static MeterText of(String name) {
        return Objects.requireNonNull(ALL.get(name), name);
    }

    private static Map<String, MeterText> parse(String table) {
        Map<String, MeterText> texts = new HashMap<>();
        table.lines().forEach(line -> {
            String[] cells = line.split("\\|");
            String unit = cells[1].strip();
            texts.put(cells[0].strip(), new MeterText(unit.isEmpty() ? null : unit, cells[2].strip()));
        });
        return texts;
    }
}
