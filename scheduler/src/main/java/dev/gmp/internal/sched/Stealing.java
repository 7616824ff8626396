package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.StealableRunQueue;
import dev.gmp.internal.util.StealOrder;
import org.jspecify.annotations.Nullable;

/**
 * Takes work from other processors (Go: stealWork): four passes over all of them in random order, half a ring at a time;
 * timers that are due only on the last pass, and what stands in runnext after that and only if it stands still for
 * 3 microseconds. With the newest first there is no runnext, and more passes are made. Before all that, what the network has
 * ready.
 */
public final class Stealing {

    /** Passes in quick succession, the last of which may watch a runnext. */
    private static final int PASSES = 4;

    /** With the newest first, as many more give the CPU away in between, before the machine parks. */
    private static final int YIELDING_PASSES = 12;

    /** For probes: what was taken from runnext, whose owner was not noted. */
    private static final int NO_PROCESSOR = -1;

    /** Go: the usleep(3) in runqgrab. Not a sleep here, of which the operating system would make some 60 microseconds. */
    private static final long STANDSTILL_NANOS = 3_000;

    /** The operating system makes some 60 microseconds of it. */
    private static final long SHORTEST_NAP_NANOS = 3_000;

    private static final long LONGEST_NAP_NANOS = 200_000;

    private final SchedulerState state;
    private final WakeUp wakeUp;
    private final DueTimers dueTimers;
    private final NetworkPoller networkPoller;
    private final QuotaPacer quotaPacer;

    public Stealing(
            SchedulerState state,
            WakeUp wakeUp,
            DueTimers dueTimers,
            NetworkPoller networkPoller,
            QuotaPacer quotaPacer) {
        this.state = state;
        this.wakeUp = wakeUp;
        this.dueTimers = dueTimers;
        this.networkPoller = networkPoller;
        this.quotaPacer = quotaPacer;
    }

    /**
     * What the network has ready; else, for a machine that may spin, what others have.
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
        StealableRunQueue<Goroutine> victim = findRunNext(thief, own);
        return victim == null ? stealFromRings(thief, own) : watch(thief, own, victim);
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

    /**
     * Looks at a runnext, and naps after each look, until what stands there stands still, or there is work elsewhere, or nothing was
     * taken from it during a nap, or the machine is to give its processor up. While the owner takes from it again and again it is
     * empty half of the time; that is no reason to leave. Each look is at another one, if there are several, for no other machine
     * watches those; and no other may poll the network meanwhile.
     */
    private @Nullable Goroutine watch(Machine thief, LocalRunQueue<Goroutine> own, StealableRunQueue<Goroutine> first) {
        StealableRunQueue<Goroutine> victim = first;
        long nap = SHORTEST_NAP_NANOS;
        while (keepsProcessor(thief)) {
            int taken = victim.estimatedRunNextTaken();
            Goroutine next = victim.peekRunNext();
            if (next != null && standsStill(victim, next, taken) && victim.trySteal(next)) {
                countSteal(thief, NO_PROCESSOR, 1);
                return next;
            }
            boolean onlyFresh = quotaPacer.isPausing(thief); // the rest is to wait until the pause is over
            if (!wakeUp.nap(thief, nap)) {
                return null; // another machine watches
            }
            if (dueTimers.fireAny()) {
                return own.pollAny();
            }
            Goroutine stolen = stealFromRings(thief, own);
            if (stolen != null || wakeUp.isWorkForAll(onlyFresh)) {
                // The caller goes on with what has used up a slice, and idle-priority work: what came meanwhile is
                // before them.
                return stolen != null
                        ? stolen
                        : state.queues()
                                .global()
                                .pollBatch(own, state.processors().count(), thief.nextRandom());
            }
            if (networkPoller.isUnattended() && pollNetwork(thief, onlyFresh)) {
                return own.pollAny();
            }
            StealableRunQueue<Goroutine> another = findRunNext(thief, own);
            if (another != null) {
                victim = another;
            } else if (victim.estimatedRunNextTaken() == taken) {
                return null;
            }
            nap = Math.min(nap * 2, LONGEST_NAP_NANOS);
        }
        return null;
    }

    /**
     * Whether the owner's goroutine has gone on for so long since it readied this one. The count tells, for two that ready each
     * other stand there in turn. The thief gives its CPU away meanwhile: where it has woken on its victim's, the owner would not get on.
     */
    private boolean standsStill(StealableRunQueue<Goroutine> victim, Goroutine next, int taken) {
        long start = state.clock().nanos();
        while (victim.peekRunNext() == next && victim.estimatedRunNextTaken() == taken) {
            if (state.clock().nanos() - start >= STANDSTILL_NANOS) {
                return true;
            }
            Thread.yield();
        }
        return false;
    }

    /** Not if it has lost it meanwhile, or there are fewer by now (RESIZE-1). */
    private boolean keepsProcessor(Machine thief) {
        Processor processor = thief.processor();
        return processor != null
                && processor.machine() == thief
                && processor.id() < state.processors().count();
    }

    /**
     * No waker relies on the machine meanwhile (NETPOLL-2): it does not spin. One that relied on it before has put work where it looks
     * first.
     *
     * @return whether there was anything
     */
    private boolean pollNetwork(Machine thief, boolean onlyFresh) {
        state.idle().stopSpinning(thief);
        boolean found = !wakeUp.isWorkOutsideRunNext(onlyFresh) && networkPoller.pollNow(thief);
        if (!found) {
            state.idle().startSpinning(thief);
        }
        return found;
    }

    private @Nullable Goroutine stealFromRings(Machine thief, LocalRunQueue<Goroutine> own) {
        StealOrder order = state.processors().stealOrder();
        int random = thief.nextRandom();
        int stride = order.stride(random);
        int position = order.start(random);
        for (int i = 0; i < order.size(); i++) {
            StealableRunQueue<Goroutine> victim =
                    state.processors().get(position).queue();
            if (victim != own && !victim.isRingEmpty()) {
                Goroutine stolen = victim.stealHalf(own);
                if (stolen != null) {
                    countSteal(thief, position, 1 + own.estimatedSize());
                    return stolen;
                }
            }
            position = order.next(position, stride);
        }
        return null;
    }

    private void countSteal(Machine thief, int victim, int goroutines) {
        thief.counters().countSteal(goroutines);
        Probe probe = state.probes().often();
        if (probe != null) {
            probe.steals(thief, victim, goroutines);
        }
    }

    private @Nullable StealableRunQueue<Goroutine> findRunNext(Machine thief, LocalRunQueue<Goroutine> own) {
        StealOrder order = state.processors().stealOrder();
        int random = thief.nextRandom();
        int stride = order.stride(random);
        int position = order.start(random);
        for (int i = 0; i < order.size(); i++) {
            StealableRunQueue<Goroutine> victim =
                    state.processors().get(position).queue();
            if (victim != own && victim.peekRunNext() != null) {
                return victim;
            }
            position = order.next(position, stride);
        }
        return null;
    }
}
