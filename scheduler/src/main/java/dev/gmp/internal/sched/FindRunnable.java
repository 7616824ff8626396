package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.idle.ParkedStack;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.runq.GlobalRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;
import org.jspecify.annotations.Nullable;

/**
 * What a machine runs next (Go: findRunnable), in this order: what its own timers start; every 61st slice one from the
 * global queue, or the oldest of its own; runnext; the ring; a batch from the global queue; the netpoller, or a moment's wait
 * for a machine that is readying a batch from there (in {@link Netpolling}); another processor's ring, then its timers, then its runnext;
 * one that has used up a time slice before; one item of idle-priority work. The last two wait in the pauses of
 * {@link QuotaPacer}. With nothing found it gives its processor back, looks once more (PARK-1, in {@link WakeUp}), and parks.
 */
public final class FindRunnable {

    /** Go: {@code schedtick % 61}, so that two goroutines that ready each other cannot starve the global queue. */
    private static final int GLOBAL_QUEUE_TICK = 61;

    /** At which tick in between one comes that has used up a time slice, so that a stream of others cannot starve those. */
    private static final int EXPIRED_TICK = 30;

    /**
     * How many goroutines in a row may come from runnext while others wait in the ring, or, where that is empty, in the global
     * queue. Go bounds such a chain by preemption after the time slice that it inherits; Tokio by 3. A chain of direct
     * goroutines cannot be preempted between two of them other than here.
     */
    static final int RUN_NEXT_STREAK = 16;

    private final SchedulerState state;
    private final GlobalRunQueue<Goroutine> globalQueue;
    private final MachinePool machines;
    private final MachineParking machineParking;
    private final WakeUp wakeUp;
    private final Netpolling netpolling;
    private final Stealing stealing;
    private final Lifecycle lifecycle;
    private final HandOff handOff;
    private final DueTimers dueTimers;
    private final IdlePriorityQueue idlePriorityQueue;
    private final QuotaPacer quotaPacer;

    public FindRunnable(
            SchedulerState state,
            MachinePool machines,
            MachineParking machineParking,
            WakeUp wakeUp,
            Netpolling netpolling,
            Stealing stealing,
            Lifecycle lifecycle,
            HandOff handOff,
            DueTimers dueTimers,
            IdlePriorityQueue idlePriorityQueue,
            QuotaPacer quotaPacer) {
        this.state = state;
        this.globalQueue = state.globalQueue();
        this.machines = machines;
        this.machineParking = machineParking;
        this.wakeUp = wakeUp;
        this.netpolling = netpolling;
        this.stealing = stealing;
        this.lifecycle = lifecycle;
        this.handOff = handOff;
        this.dueTimers = dueTimers;
        this.idlePriorityQueue = idlePriorityQueue;
        this.quotaPacer = quotaPacer;
    }

    /** @return the next goroutine, or null when the machine shall end; it holds no processor then */
    @Nullable
    Goroutine next(Machine machine) {
        while (true) {
            Processor processor = machine.processor();
            LocalRunQueue<Goroutine> local = machine.queue();
            if (processor == null || local == null || processor.machine() != machine) {
                if (!getProcessor(machine)) {
                    return null;
                }
                continue;
            }
            if (processor.id() >= state.procs()) {
                handOff.putIdle(machine); // RESIZE-1
                continue;
            }
            dueTimers.fireOwn(machine, processor, local);
            Goroutine found = fromQueues(machine, processor, local);
            if (found == null) {
                found = fromElsewhere(machine, processor, local);
            }
            if (found == null && quotaPacer.isPausing(machine)) {
                pauseUnlessWorkIsVisible(machine);
                continue;
            }
            if (found == null) {
                found = fromExpired(machine, processor);
            }
            if (found == null) {
                found = fromIdleWork(machine, processor);
            }
            if (found != null) {
                if (machine.isSpinning()) {
                    wakeUp.stopSpinning(machine);
                }
                return found;
            }
            giveUp(machine);
        }
    }

    private @Nullable Goroutine fromQueues(Machine machine, Processor processor, LocalRunQueue<Goroutine> local) {
        long tick = processor.schedTick() % GLOBAL_QUEUE_TICK;
        if (tick == 0 && !globalQueue.isEmpty()) {
            Goroutine global = globalQueue.poll(machine.nextRandom());
            if (global != null) {
                beginSlice(machine, processor);
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
        if (found != null) {
            beginSlice(machine, processor);
        }
        return found;
    }

    private @Nullable Goroutine fromGlobal(Machine machine, LocalRunQueue<Goroutine> local) {
        Goroutine found = globalQueue.pollBatch(local, state.procs(), machine.nextRandom());
        if (found != null && !machine.isSpinning() && !local.isRingEmpty()) {
            // The rest was in no queue for a moment, in which others may have looked for the last time.
            wakeUp.afterPut();
        }
        return found;
    }

    private @Nullable Goroutine fromElsewhere(Machine machine, Processor processor, LocalRunQueue<Goroutine> local) {
        Goroutine found = netpolling.pollNow(machine) ? local.pollAny() : null;
        if (found == null && maySpin(machine)) {
            netpolling.awaitHarvest();
            found = stealing.steal(machine, local);
        }
        if (found != null) {
            beginSlice(machine, processor);
        }
        return found;
    }

    /**
     * What is left may wait until the pause is over; what comes meanwhile wakes the machine, as in PARK-1: it registers, then
     * looks, then parks. Others may have relied on it while it spun: then it goes on if there is more than it can take up.
     */
    private void pauseUnlessWorkIsVisible(Machine machine) {
        boolean wasSpinning = machine.isSpinning();
        state.stopSpinning(machine);
        ParkedStack.Entry<Machine> entry = state.pausedMachines().push(machine);
        if (!wakeUp.freshWorkIsVisible()) {
            quotaPacer.sleep(machine);
        } else if (wasSpinning) {
            state.startSpinning(machine);
        }
        state.pausedMachines().withdraw(entry);
    }

    private @Nullable Goroutine fromExpired(Machine machine, Processor processor) {
        Goroutine found = globalQueue.pollExpired();
        if (found != null) {
            beginSlice(machine, processor);
            processor.setExpired();
        }
        return found;
    }

    private @Nullable Goroutine fromIdleWork(Machine machine, Processor processor) {
        Goroutine found = idlePriorityQueue.next(machine);
        if (found != null) {
            beginSlice(machine, processor);
        }
        return found;
    }

    /** Whoever was asked to give way has done so by ending or parking. */
    private static void beginSlice(Machine machine, Processor processor) {
        processor.beginSlice();
        if (machine.isPreemptRequested()) {
            machine.requestPreemption(false);
        }
    }

    /** At most half of the busy processors' machines spin, lest they burn more than they find (Go: findRunnable). */
    private boolean maySpin(Machine machine) {
        if (!machine.isSpinning()) {
            int busy = state.procs() - state.idleProcessors().count();
            if (2 * state.spinningMachines().count() >= busy) {
                return false;
            }
            state.startSpinning(machine);
        }
        return true;
    }

    /** For a machine without a processor, or one that has lost it: another processor, if there is work, else it parks. */
    private boolean getProcessor(Machine machine) {
        boolean wasSpinning = machine.isSpinning(); // RESIZE-1 took its processor: others rely on what it would find
        handOff.acknowledgeLoss(machine);
        if (machine.priority().isLowered()) {
            lifecycle.tryTerminate();
            machines.endsLowered();
            return false;
        }
        if (wakeUp.workIsVisible() && handOff.tryRegain(machine)) {
            if (wasSpinning) {
                state.startSpinning(machine);
            }
            return true;
        }
        lifecycle.tryTerminate();
        return machineParking.park(machine);
    }

    /** M1 to M3 of PARK-1. Leaves the machine with a processor again, spinning, if there is something to be found. */
    private void giveUp(Machine machine) {
        if (!handOff.putIdle(machine)) {
            return; // lost a moment ago
        }
        state.stopSpinning(machine);
        if (wakeUp.workIsVisible() && handOff.tryRegain(machine)) {
            state.startSpinning(machine);
        }
    }
}
