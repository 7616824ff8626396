package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.runq.BacklogQueue;
import dev.gmp.internal.runq.BacklogQueue.End;
import dev.gmp.internal.runq.Batch;
import dev.gmp.internal.sched.WakeUp;
import dev.gmp.internal.sysmon.StandingQueues.Urgency;

/**
 * Lets what comes later pass a convoy of goroutines that each compute for longer than a slice (adaptive LIFO, <a
 * href="https://queue.acm.org/detail.cfm?id=2839461">Maurer, Fail at Scale</a>). When slices have been long one after the
 * other, the goroutines that have stood in a queue meanwhile are deferred: they go to the backlog. A queue of goroutines that
 * end within their slices keeps its order, and so does one with a long one now and then.
 *
 * <p>They come back when no other waits and a processor is idle, or after a while if that does not happen: one, and twice
 * as many each time as long as they end within their slices. One which does not goes on without a processor, and uses the CPUs.
 * So if there is one such goroutine for each processor already, there is a pause of three times as long as it held one.
 *
 * <p>Once {@link OvertimePriority#MOST} for each processor compute so, each one more that computes defers those behind it. A
 * reserve of as many may go on without one, so that what comes later finds a processor. Those which have just come are tried
 * then, and of the others one at the newest end ten times in a second, as long as half of the reserve is left. Used by
 * sysmon alone.
 */
public final class Overload {

    /** Beyond {@link OvertimePriority#MOST}, for each processor. */
    private static final int RESERVE = 16;

    /** How long after those brought back the next may follow, at the earliest. */
    private static final long TRIAL_NANOS = 4_000_000;

    private static final int PATIENCE_SLICES = 2;
    private static final int PAUSE_FACTOR = 3;
    private static final long LONGEST_PAUSE_NANOS = 100_000_000;

    private final SchedulerState state;
    private final BacklogQueue<Goroutine> queue;
    private final WakeUp wakeUp;
    private final StandingQueues standingQueues;
    private final ConvoyDetector convoyDetector = new ConvoyDetector();
    private final OverloadTrial trial;
    private final long patienceNanos;
    private long notBefore;
    private End end = End.OLDEST;

    /** How many at the newest end have come there since one of those was long, and have not been tried. */
    private int newcomers;

    private volatile long deferred;

    public Overload(SchedulerState state, WakeUp wakeUp) {
        this.state = state;
        this.queue = state.queues().backlog();
        this.wakeUp = wakeUp;
        standingQueues = new StandingQueues(state);
        patienceNanos = PATIENCE_SLICES * state.config().timeSlice().toNanos();
        notBefore = System.nanoTime();
        trial = new OverloadTrial(state, notBefore);
    }

    /**
     * A goroutine has computed for longer than its slice, and not given way. Once for each.
     *
     * @param heldNanos for how long it has had the processor
     */
    void sawLong(Goroutine goroutine, long heldNanos, long now) {
        convoyDetector.add(OverloadTrial.slicesBegun(state));
        if (trial.includes(goroutine)) {
            trial.markLong();
            newcomers = end == End.NEWEST ? 0 : newcomers;
            notBefore = now + Math.min(PAUSE_FACTOR * heldNanos, LONGEST_PAUSE_NANOS);
        }
    }

    /**
     * Before a processor is taken from such a goroutine.
     *
     * @param overtime how many compute without a processor
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void makeWay(Processor processor, int overtime, long now) {
        boolean hasNoRoom = overtime >= most(OvertimePriority.MOST);
        if (!hasNoRoom && !convoyDetector.areMost(OverloadTrial.slicesBegun(state))) {
            return;
        }
        Urgency soon = 2 * overtime >= most(OvertimePriority.MOST) ? Urgency.SOME : Urgency.NONE;
        int moved = standingQueues.moveToBacklog(processor, hasNoRoom ? Urgency.MOST : soon, now);
        if (moved > 0) {
            deferred += moved;
            newcomers += moved;
            // They were in no queue for a moment, in which other machines may have searched for the last time.
            wakeUp.afterPut();
        }
    }

    /** How many more may compute without a processor, for each, than usual. */
    int reserve() {
        return queue.isEmpty() ? 0 : RESERVE;
    }

    /** At each tick, when processors have been taken. */
    void tick(long now, int overtime) {
        standingQueues.tick(now);
        if (queue.isEmpty()) {
            trial.forget();
            return;
        }
        boolean stillRuns = trial.anyStillRuns();
        if (stillRuns) {
            trial.markLong();
        }
        if (isDue(stillRuns, now, overtime)) {
            bringBack(now, overtime);
        }
    }

    /** Goroutines that were deferred so that later ones could pass. Any thread. */
    public long deferred() {
        return deferred;
    }

    private boolean isDue(boolean stillRuns, long now, int overtime) {
        boolean noneWaits =
                state.queues().global().isEmpty() && state.idle().processors().any();
        if (overtime < state.processors().count() && noneWaits) {
            return true;
        }
        if (now - notBefore < 0 || !mayBeMore(now, overtime)) {
            return false;
        }
        if (trial.age(now) < patienceNanos) {
            return noneWaits && !stillRuns;
        }
        return noneWaits || stillRuns || trial.isThrough();
    }

    private boolean mayBeMore(long now, int overtime) {
        if (newcomers > 0 || overtime < most(OvertimePriority.MOST)) {
            return true;
        }
        boolean hasRoom = overtime < most(OvertimePriority.MOST + RESERVE / 2);
        return hasRoom && (!trial.anyIsLong() || trial.age(now) >= LONGEST_PAUSE_NANOS);
    }

    private void bringBack(long now, int overtime) {
        Batch<Goroutine> batch = new Batch<>();
        if (queue.isEmpty(End.NEWEST)) {
            newcomers = 0;
        }
        End next = nextEnd(overtime);
        int size = next == end ? trial.nextSize() : 1;
        if (newcomers > 0) {
            size = Math.min(size, newcomers);
            newcomers -= size;
        }
        queue.drainTo(batch, size, next);
        end = next;
        trial.begin(batch, now);
        notBefore = now + TRIAL_NANOS;
        wakeUp.afterPut();
    }

    /** The same as long as none was long. The one that came last is the likeliest to be short. */
    private End nextEnd(int overtime) {
        if (queue.isEmpty(End.NEWEST)) {
            return End.OLDEST;
        }
        boolean newestOnly = overtime >= most(OvertimePriority.MOST);
        if (newcomers > 0 || newestOnly || queue.isEmpty(End.OLDEST)) {
            return End.NEWEST;
        }
        return trial.anyIsLong() ? end.other() : end;
    }

    private int most(int forEachProcessor) {
        return forEachProcessor * state.processors().count();
    }
}
