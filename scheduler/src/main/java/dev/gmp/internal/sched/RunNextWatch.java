package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.Processors;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.StealableRunQueue;
import org.jspecify.annotations.Nullable;

/**
 * Takes what stands in another processor's runnext, if it stands still for 3 microseconds; and naps beside those that change
 * all the time (NAP-1, in {@link WakeUp}).
 */
record RunNextWatch(
        Stealing stealing,
        SchedulerState state,
        WakeUp wakeUp,
        DueTimers dueTimers,
        NetworkPoller networkPoller,
        QuotaPacer quotaPacer) {

    /** For probes: what was taken from runnext, whose owner was not noted. */
    private static final int NO_PROCESSOR = -1;

    /**
     * Go: the usleep(3) in runqgrab. Not a sleep here, which the operating system would extend to about 60
     * microseconds.
     */
    private static final long STANDSTILL_NANOS = 3_000;

    /** So late at the most is what the napper finds: naps grow while the owner takes its runnext again and again. */
    private static final long LONGEST_NAP_NANOS = 200_000;

    /**
     * Looks at a runnext, and naps after each look. It ends when the goroutine there stays, when there is work
     * elsewhere, when nothing was taken during a nap, or when the machine is to give its processor up. While the owner
     * takes from it again and again, it is empty half of the time, which does not end the watch. Each look is at
     * another runnext if there are several, because no other machine watches them. No other machine may poll the
     * network meanwhile.
     */
    @Nullable
    Goroutine watch(Machine thief, LocalRunQueue<Goroutine> own, StealableRunQueue<Goroutine> first) {
        StealableRunQueue<Goroutine> victim = first;
        long nap = STANDSTILL_NANOS; // of which the operating system makes some 60 microseconds
        while (keepsProcessor(thief)) {
            int taken = victim.estimatedRunNextTaken();
            Goroutine next = victim.peekRunNext();
            if (next != null && standsStill(victim, next, taken) && victim.trySteal(next)) {
                stealing.countSteal(thief, NO_PROCESSOR, 1);
                return next;
            }
            boolean onlyFresh = quotaPacer.isPausing(thief); // the rest is to wait until the pause is over
            if (!wakeUp.nap(thief, nap)) {
                return null; // another machine watches
            }
            if (dueTimers.fireAny()) {
                return own.pollAny();
            }
            Goroutine stolen = stealing.stealFromRings(thief, own);
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
            StealableRunQueue<Goroutine> another = find(thief, own);
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

    /** A runnext where something stands, the first from a random processor on. */
    @Nullable
    StealableRunQueue<Goroutine> find(Machine thief, LocalRunQueue<Goroutine> own) {
        int count = state.processors().count();
        int first = Integer.remainderUnsigned(thief.nextRandom(), count);
        StealableRunQueue<Goroutine> found = find(own, first, count);
        return found != null ? found : find(own, 0, first);
    }

    private @Nullable StealableRunQueue<Goroutine> find(LocalRunQueue<Goroutine> own, int from, int end) {
        Processors all = state.processors();
        for (int id = all.withWork().next(from, end);
                id < end;
                id = all.withWork().next(id + 1, end)) {
            StealableRunQueue<Goroutine> victim = all.get(id).queue();
            if (victim != own && victim.peekRunNext() != null) {
                return victim;
            }
        }
        return null;
    }
}
