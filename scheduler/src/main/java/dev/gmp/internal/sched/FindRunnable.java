package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.IdleSets;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.Processors;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.idle.ParkedStack;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.runq.GlobalRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.util.Overdue;
import dev.gmp.internal.util.SafeLog;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a machine finds its next goroutine (Go: findRunnable):
 *
 * <ol>
 * <li>goroutines that its own timers start;
 * <li>in every 61st slice one from the global queue, or the oldest of its own;
 * <li>runnext, then the ring;
 * <li>a batch from the global queue;
 * <li>the netpoller, or a moment's wait for a machine that readies a batch from there (in {@link NetworkPoller});
 * <li>another processor's ring, then its timers, then its runnext;
 * <li>a goroutine that has used up a time slice before;
 * <li>one item of idle-priority work.
 * </ol>
 *
 * <p>The last two wait in the pauses of {@link QuotaPacer}. With nothing found and no timer due within microseconds,
 * the machine gives its processor back. Then it looks once more (PARK-1, in {@link WakeUp}), and parks, see {@link
 * MachineParking}.
 */
public final class FindRunnable {

    private static final SafeLog SEARCHES_AGAIN =
            SafeLog.detached(FindRunnable.class, Level.ERROR, "a machine's search for work failed and starts again");

    /** Go: {@code schedtick % 61}, so that two goroutines that ready each other cannot starve the global queue. */
    private static final int GLOBAL_QUEUE_TICK = 61;

    /** At which tick in between one comes that has used up a time slice, so that a stream of others cannot starve those. */
    private static final int EXPIRED_TICK = GLOBAL_QUEUE_TICK / 2;

    /**
     * How many goroutines in a row may come from runnext while others wait in the ring, or, where that is empty, in the global
     * queue. Go bounds such a chain by preemption after the time slice that it inherits; Tokio by 3. A chain of direct
     * goroutines cannot be preempted between two of them other than here.
     */
    static final int RUN_NEXT_STREAK = 16;

    private final Processors processors;
    private final IdleSets idle;
    private final GlobalRunQueue<Goroutine> globalQueue;
    private final MachineParking machineParking;
    private final WakeUp wakeUp;
    private final Stealing stealing;
    private final DueTimers dueTimers;
    private final IdlePriorityQueue idlePriorityQueue;
    private final QuotaPacer quotaPacer;

    public FindRunnable(
            SchedulerState state,
            MachineParking machineParking,
            WakeUp wakeUp,
            Stealing stealing,
            DueTimers dueTimers,
            IdlePriorityQueue idlePriorityQueue,
            QuotaPacer quotaPacer) {
        this.processors = state.processors();
        this.idle = state.idle();
        this.globalQueue = state.queues().global();
        this.machineParking = machineParking;
        this.wakeUp = wakeUp;
        this.stealing = stealing;
        this.dueTimers = dueTimers;
        this.idlePriorityQueue = idlePriorityQueue;
        this.quotaPacer = quotaPacer;
    }

    /**
     * The search begins again when it fails for want of memory: it takes what it needs before it takes up a goroutine.
     *
     * @return the next goroutine, or null when the machine shall end; it holds no processor then
     */
    @Nullable
    Goroutine next(Machine machine) {
        quotaPacer.awaitIfNextToNothingIsLeft(machine);
        while (true) {
            try {
                return search(machine);
            } catch (OutOfMemoryError failure) {
                SEARCHES_AGAIN.log(failure);
                LockSupport.parkNanos(this, Overdue.NANOS); // another thread may free some, and the CPU is left to it
            }
        }
    }

    private @Nullable Goroutine search(Machine machine) {
        while (true) {
            Processor processor = machine.processor();
            LocalRunQueue<Goroutine> local = machine.queue();
            if (processor == null || local == null || processor.machine() != machine) {
                if (!machineParking.getProcessor(machine)) {
                    return null;
                }
                continue;
            }
            if (processor.id() >= processors.count()) {
                machineParking.retire(machine);
                continue;
            }
            dueTimers.fireOwn(machine, processor, local);
            Goroutine found = fromQueues(machine, processor, local);
            if (found == null) {
                found = inNewSlice(machine, processor, stealing.findElsewhere(machine, local));
            }
            if (found == null && quotaPacer.isPausing(machine)) {
                pauseUnlessWorkIsVisible(machine);
                continue;
            }
            if (found == null) {
                found = fromExpired(machine, processor);
            }
            if (found == null) {
                found = inNewSlice(machine, processor, idlePriorityQueue.next(machine));
            }
            if (found != null) {
                if (machine.isSpinning()) {
                    wakeUp.stopSpinning(machine);
                }
                return found;
            }
            if (machine.isSpinning() && dueTimers.isOneDueSoon()) {
                Thread.onSpinWait(); // and looks again: others rely on it, and what comes meanwhile is taken at once
            } else {
                machineParking.goIdle(machine, local);
            }
        }
    }

    private @Nullable Goroutine fromQueues(Machine machine, Processor processor, LocalRunQueue<Goroutine> local) {
        long tick = processor.schedTick() % GLOBAL_QUEUE_TICK;
        if (tick == 0 && !globalQueue.isEmpty()) {
            Goroutine global = inNewSlice(machine, processor, globalQueue.poll(machine.nextRandom()));
            if (global != null) {
                return global;
            }
        } else if (tick == EXPIRED_TICK && !quotaPacer.isPausing(machine)) {
            Goroutine expired = fromExpired(machine, processor);
            if (expired != null) {
                return expired;
            }
        }
        int streak = machine.runNextStreak();
        if (streak < RUN_NEXT_STREAK && !machine.isPreemptRequested()) {
            Goroutine next = local.pollRunNext();
            if (next != null) {
                machine.setRunNextStreak(streak + 1); // inherits the time slice
                return next;
            }
        }
        machine.setRunNextStreak(0);
        Goroutine found = tick == 0 ? local.pollOldest() : local.poll();
        if (found == null) {
            found = fromGlobal(machine, local);
        }
        if (found == null) {
            found = local.pollRunNext(); // which was passed over for the sake of others
        }
        return inNewSlice(machine, processor, found);
    }

    private @Nullable Goroutine fromGlobal(Machine machine, LocalRunQueue<Goroutine> local) {
        Goroutine found = globalQueue.pollBatch(local, processors.count(), machine.nextRandom());
        if (found != null && !machine.isSpinning() && !local.isRingEmpty()) {
            // The rest was in no queue for a moment, in which others may have looked for the last time.
            wakeUp.afterPut();
        }
        return found;
    }

    /**
     * The remaining goroutines wait until the pause is over. One that comes meanwhile wakes the machine, as in PARK-1:
     * it registers, then looks, then parks. Others may have relied on it while it spun: then it goes on if there is
     * more than it can take up.
     */
    private void pauseUnlessWorkIsVisible(Machine machine) {
        boolean wasSpinning = machine.isSpinning();
        idle.stopSpinning(machine);
        ParkedStack.Entry<Machine> entry = idle.pausedMachines().push(machine);
        if (!wakeUp.freshWorkIsVisible()) {
            quotaPacer.sleep(machine);
        } else if (wasSpinning) {
            idle.startSpinning(machine);
        }
        idle.pausedMachines().withdraw(entry);
    }

    private @Nullable Goroutine fromExpired(Machine machine, Processor processor) {
        Goroutine found = inNewSlice(machine, processor, globalQueue.pollExpired());
        if (found != null) {
            processor.setExpired();
        }
        return found;
    }

    /** A goroutine that was asked to give way has done so by ending or parking. */
    private static @Nullable Goroutine inNewSlice(Machine machine, Processor processor, @Nullable Goroutine found) {
        if (found != null) {
            processor.beginSlice();
            if (machine.isPreemptRequested()) {
                machine.requestPreemption(false);
            }
        }
        return found;
    }
}
