package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineCounters.Count;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Processors;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.StealableRunQueue;
import org.jspecify.annotations.Nullable;

/**
 * Takes work from other processors (Go: stealWork): four passes over those whose queues may hold something (MASK-1), each from
 * a random one on, half a ring at a time. Timers that are due come only on the last pass, and what stands in runnext after that
 * ({@link RunNextWatch}). With the newest first there is no runnext, and more passes are made. Before all that comes what the
 * network has ready.
 */
public final class Stealing {

    /** Passes in quick succession, the last of which may watch a runnext. */
    private static final int PASSES = 4;

    /** With the newest first, as many more give the CPU away in between, before the machine parks. */
    private static final int YIELDING_PASSES = 12;

    private final SchedulerState state;
    private final DueTimers dueTimers;
    private final NetworkPoller networkPoller;
    private final RunNextWatch runNextWatch;

    public Stealing(
            SchedulerState state,
            WakeUp wakeUp,
            DueTimers dueTimers,
            NetworkPoller networkPoller,
            QuotaPacer quotaPacer) {
        this.state = state;
        this.dueTimers = dueTimers;
        this.networkPoller = networkPoller;
        this.runNextWatch = new RunNextWatch(this, state, wakeUp, dueTimers, networkPoller, quotaPacer);
    }

    /**
     * A goroutine that the network readied; else, for a machine that may spin, one of another processor.
     *
     * @return a goroutine to run, or null when there is none to be had
     */
    @Nullable
    Goroutine findElsewhere(Machine machine, LocalRunQueue<Goroutine> own) {
        Goroutine found = networkPoller.pollNow(machine) ? own.pollAny() : null;
        if (found == null && maySpin(machine)) {
            networkPoller.awaitHarvest();
            found = steal(machine, own);
        }
        return found;
    }

    /** At most half of the busy processors' machines spin, lest they burn more than they find (Go: findRunnable). */
    private boolean maySpin(Machine machine) {
        if (!machine.isSpinning()) {
            int busy = state.processors().count() - state.idle().processors().count();
            if (2 * state.idle().spinning().count() >= busy) {
                return false;
            }
            state.idle().startSpinning(machine);
        }
        return true;
    }

    /** @return a goroutine for the spinning machine to run, or null when there is none to be had */
    @Nullable
    Goroutine steal(Machine thief, LocalRunQueue<Goroutine> own) {
        for (int pass = 1; pass < PASSES; pass++) {
            Goroutine stolen = stealFromRings(thief, own);
            if (stolen != null) {
                return stolen;
            }
            Thread.onSpinWait();
        }
        if (dueTimers.fireAny()) {
            return own.pollAny();
        }
        if (own.isLastInFirstOut()) {
            return stealPatiently(thief, own);
        }
        StealableRunQueue<Goroutine> victim = runNextWatch.find(thief, own);
        return victim == null ? stealFromRings(thief, own) : runNextWatch.watch(thief, own, victim);
    }

    private @Nullable Goroutine stealPatiently(Machine thief, LocalRunQueue<Goroutine> own) {
        Goroutine stolen = stealFromRings(thief, own);
        for (int pass = 0;
                stolen == null
                        && pass < YIELDING_PASSES
                        && state.queues().global().isEmpty();
                pass++) {
            Thread.yield();
            stolen = stealFromRings(thief, own);
        }
        return stolen;
    }

    /** One pass over the rings of all others. */
    @Nullable
    Goroutine stealFromRings(Machine thief, LocalRunQueue<Goroutine> own) {
        int count = state.processors().count();
        int first = Integer.remainderUnsigned(thief.nextRandom(), count);
        Goroutine stolen = stealFromRings(thief, own, first, count);
        return stolen != null ? stolen : stealFromRings(thief, own, 0, first);
    }

    private @Nullable Goroutine stealFromRings(Machine thief, LocalRunQueue<Goroutine> own, int from, int end) {
        Processors all = state.processors();
        for (int id = all.withWork().next(from, end);
                id < end;
                id = all.withWork().next(id + 1, end)) {
            StealableRunQueue<Goroutine> victim = all.get(id).queue();
            if (victim != own && !victim.isRingEmpty()) {
                Goroutine stolen = victim.stealHalf(own);
                if (stolen != null) {
                    countSteal(thief, id, 1 + own.estimatedSize());
                    return stolen;
                }
            }
        }
        return null;
    }

    /** @param victim its processor; negative where that was not noted */
    void countSteal(Machine thief, int victim, int goroutines) {
        thief.counters().count(Count.STEALS);
        thief.counters().add(Count.STOLEN, goroutines);
        Probe probe = state.probes().often();
        if (probe != null) {
            probe.steals(thief, victim, goroutines);
        }
        Probe recorder = state.probes().recorder();
        if (recorder != null) {
            recorder.steals(thief, victim, goroutines);
        }
    }
}
