package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.IdleGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.HandOff;
import dev.gmp.observe.ProcessorLoss.Kind;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes processors from machines that do not give them back (Go: retake).
 *
 * <ul>
 *   <li>Its goroutine blocks, and was the same one at the last look, or a monitor blocks the machine itself: taken, unless
 *       nothing waits and somebody else is free for what may come; after ten milliseconds in any case.
 *   <li>Its goroutine computes for longer than a time slice: asked to give way, and if it does not answer in a quarter
 *       of that time, in which its thread had a CPU, taken. Go stops such a goroutine by a signal; a JVM thread cannot be
 *       stopped, so it goes on without a processor, and the operating system shares the CPUs between it and the rest.
 *       {@link OvertimePriority} says how many for each processor are left to compute like that. {@link OvertimeReview} finds
 *       those whose processor was taken while they blocked.
 * </ul>
 *
 * <p>While others wait, a slice is divided by their number, down to a millisecond, so that a row of long goroutines does
 * not hold up a short one for a slice each; {@link Overload} moves the row out of its way. Idle-priority work has none
 * then, nor have goroutines that have used up a slice before and come after all others. While all is well, only a single task
 * has such a share; tasks that follow each other on one goroutine have a whole slice.
 */
public final class Retake {

    static final long NOTHING_DUE = Long.MAX_VALUE;

    private static final long GRACE_NANOS = 10_000_000;
    private static final long SHORTEST_SLICE_NANOS = 1_000_000;

    /** A tenth of a second, if goroutines wait. */
    private static final int LOOKS_UNTIL_CALM = 100;

    /** How long a goroutine that was asked to give way has to answer, as a share of its slice. */
    private static final int ANSWER_SHARE = 4;

    private final SchedulerState state;
    private final HandOff handOff;
    private final LostMachines lostMachines;
    private final ProcessorLossLog processorLossLog;
    private final Overload overload;
    private final QuotaPacer quotaPacer;
    private final OvertimePriority overtimePriority;
    private final long sliceNanos;
    private final ThreadActivity activity = new ThreadActivity();
    private final OvertimeReview overtimeReview;
    private SysmonTick[] watches = {};
    private long answerDueNanos = NOTHING_DUE;
    private boolean hasSuspect;
    private int looksSinceTrouble;

    private final AtomicLong handoffs = new AtomicLong();
    private final AtomicLong preemptions = new AtomicLong();

    public Retake(
            SchedulerState state,
            HandOff handOff,
            LostMachines lostMachines,
            ProcessorLossLog processorLossLog,
            Overload overload,
            QuotaPacer quotaPacer,
            OvertimePriority overtimePriority) {
        this.state = state;
        this.handOff = handOff;
        this.lostMachines = lostMachines;
        this.processorLossLog = processorLossLog;
        this.overload = overload;
        this.quotaPacer = quotaPacer;
        this.overtimePriority = overtimePriority;
        this.sliceNanos = state.config().timeSlice().toNanos();
        this.overtimeReview = new OvertimeReview(lostMachines, overtimePriority, quotaPacer, activity, sliceNanos);
    }

    /** @return how many processors were taken from machines that block, after which others are likely to (Go: retake) */
    public int retake(long now) {
        int blocked = 0;
        looksSinceTrouble = Math.min(looksSinceTrouble + 1, LOOKS_UNTIL_CALM);
        answerDueNanos = NOTHING_DUE;
        hasSuspect = false;
        int procs = state.madeProcs();
        if (watches.length < procs) {
            watches = newWatches(procs);
        }
        for (int id = 0; id < procs; id++) {
            Processor processor = state.processor(id);
            Machine holder = processor.machine();
            if (holder != null && (holder.currentAcquire() != null || isBlockedBetweenGoroutines(holder))) {
                SysmonTick watch = watches[id];
                watch.look(processor, holder, now);
                if (hasNoSliceIfOthersWait(processor, holder)) {
                    looksSinceTrouble = 0;
                }
                if (isBlocked(processor, holder, watch, now)) {
                    blocked += take(processor, holder, watch, Kind.HANDOFF, now) ? 1 : 0;
                } else if (isOverdue(processor, holder, watch, now)) {
                    take(processor, holder, watch, Kind.PREEMPTION, now);
                }
            }
        }
        overtimeReview.look(now);
        overload.look(now, lostMachines.overtime());
        return blocked;
    }

    /** How long after the last look the first goroutine that was asked to give way should have. */
    long answerDueNanos() {
        return answerDueNanos;
    }

    /** Whether the last look saw somebody wait for the first time: who still does at the next one blocks. */
    boolean hasSuspect() {
        return hasSuspect;
    }

    /** Whether for a while nobody has been found who blocks, does not give way, or has to as soon as others come. */
    boolean isCalm() {
        return looksSinceTrouble >= LOOKS_UNTIL_CALM
                && lostMachines.isEmpty()
                && !state.globalQueue().hasExpired();
    }

    /** Processors taken from machines that block. Any thread. */
    public long handoffs() {
        return handoffs.get();
    }

    /** Processors taken from goroutines that did not give way. Any thread. */
    public long preemptions() {
        return preemptions.get();
    }

    /**
     * By a monitor, in a selector or a listener, or in a listener by any lock. Whoever is to let it go may need this processor (LOCK-1, in
     * MachinePool).
     */
    private static boolean isBlockedBetweenGoroutines(Machine holder) {
        return holder.getState() == Thread.State.BLOCKED || (holder.isTelling() && ThreadActivity.isWaiting(holder));
    }

    private boolean isBlocked(Processor processor, Machine holder, SysmonTick watch, long now) {
        if (!watch.standsStill() && !ThreadActivity.isWaiting(holder)) {
            return false;
        }
        if (watch.stepNanos(now) == 0) {
            hasSuspect = true;
            return false;
        }
        boolean somebodyIsFree =
                state.spinningMachines().any() || state.idleProcessors().any();
        return !processor.queue().isEmpty()
                || !state.globalQueue().isEmpty()
                || !somebodyIsFree
                || watch.stepNanos(now) >= GRACE_NANOS;
    }

    private boolean isOverdue(Processor processor, Machine holder, SysmonTick watch, long now) {
        long slice = processor.id() < state.procs() ? slice(processor, holder) : 0;
        long usedUp = isCalm() ? watch.taskNanos(now) : watch.sliceNanos(now);
        boolean isOver = usedUp >= slice || watch.sliceNanos(now) >= sliceNanos;
        if (!isOver && !quotaPacer.isToGiveWay(processor, now)) {
            return false;
        }
        if (!holder.isPreemptRequested()) {
            holder.requestPreemption(true);
            watch.asked(holder, now);
        }
        if (!isOver) {
            return false;
        }
        long left = watch.answerLeftNanos(holder, Math.max(slice, SHORTEST_SLICE_NANOS) / ANSWER_SHARE, now);
        if (left > 0) {
            answerDueNanos = Math.min(answerDueNanos, left);
            return false;
        }
        if (watch.stepNanos(now) == 0) {
            return false;
        }
        Goroutine goroutine = holder.currentAcquire();
        if (goroutine == null) {
            return false;
        }
        looksSinceTrouble = 0;
        boolean isNew = watch.sawLong();
        if (isNew) {
            overload.sawLong(goroutine, watch.stepNanos(now), now);
        }
        if (isNew || !hasRoomInOvertime(goroutine)) {
            overload.makeWay(processor, goroutine, lostMachines.overtime(), now);
        }
        return hasRoomInOvertime(goroutine);
    }

    private boolean hasRoomInOvertime(Goroutine goroutine) {
        return lostMachines.overtime() < (overtimePriority.most(goroutine) + overload.reserve()) * state.procs();
    }

    private long slice(Processor processor, Machine holder) {
        int global = state.globalQueue().freshSize();
        int waiting = processor.queue().estimatedSize() + global / state.procs();
        if (waiting + global > 0 && hasNoSliceIfOthersWait(processor, holder)) {
            return 0;
        }
        return Math.max(Math.min(SHORTEST_SLICE_NANOS, sliceNanos), sliceNanos / (1 + waiting));
    }

    private static boolean hasNoSliceIfOthersWait(Processor processor, Machine holder) {
        return processor.estimatedExpired() || holder.currentAcquire() instanceof IdleGoroutine;
    }

    private boolean take(Processor processor, Machine holder, SysmonTick watch, Kind kind, long now) {
        Goroutine goroutine = holder.currentAcquire();
        LocalRunQueue<Goroutine> left = processor.queue();
        // All that takes memory comes before the processor is taken: it would be nobody's otherwise.
        LocalRunQueue<Goroutine> fresh = state.newLocalQueue();
        LostMachines.Entry entry = lostMachines.prepare(holder, left, kind == Kind.PREEMPTION);
        watch.tellSince(holder);
        holder.sightings().sawBlock(kind == Kind.HANDOFF && activity.tellsCpuTime());
        if (!processor.tryTakeFrom(holder)) {
            return false;
        }
        lostMachines.add(entry);
        Probe probe = state.probes().seldom();
        try {
            count(kind);
            if (probe != null) {
                probe.loses(holder, processor, goroutine, kind, watch.stepNanos(now));
            }
            if (kind == Kind.PREEMPTION) { // before others compete with it
                overtimePriority.lower(holder, left, goroutine, quotaPacer.wholeCpus());
            }
            moveOver(left, fresh, holder); // where that fails, the next review moves the rest
        } finally {
            int moved = fresh.estimatedSize();
            processor.replaceQueue(fresh);
            handOff.handOff(processor);
            if (moved > 1) {
                handOff.afterMove();
            }
        }
        if (goroutine != null) {
            processorLossLog.add(kind, processor.id(), holder, goroutine, watch.stepNanos(now), now, probe);
        }
        return true;
    }

    private void count(Kind kind) {
        looksSinceTrouble = 0;
        (kind == Kind.PREEMPTION ? preemptions : handoffs).incrementAndGet();
    }

    /** Fills a new queue from the old one; what the machine still adds to that, and has no room, goes global. */
    private void moveOver(LocalRunQueue<Goroutine> left, LocalRunQueue<Goroutine> fresh, Machine holder) {
        for (Goroutine each = left.pollOldest(); each != null; each = left.pollOldest()) {
            if (!fresh.offer(each)) {
                handOff.readyGlobal(each, holder.getId());
            }
        }
        Goroutine next = left.peekRunNext();
        if (next != null && left.trySteal(next)) {
            fresh.exchangeRunNext(next);
        }
    }

    private SysmonTick[] newWatches(int procs) {
        SysmonTick[] all = new SysmonTick[procs];
        for (int id = 0; id < procs; id++) {
            all[id] = new SysmonTick(activity);
        }
        return all;
    }
}
