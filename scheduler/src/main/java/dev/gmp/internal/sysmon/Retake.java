package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.sched.HandOff;
import dev.gmp.internal.sysmon.PreemptionPolicy.Observation;
import dev.gmp.observe.ProcessorLoss.Kind;

/**
 * Takes processors from machines that do not give them back (Go: retake). At each tick of sysmon it observes every processor
 * that a machine holds ({@link ProcessorObserver}), asks {@link PreemptionPolicy}, and does what that says.
 *
 * <p>{@link Overload} says how many goroutines may go on without a processor, and lets later ones pass those that wait. {@link
 * OvertimeReview} finds those whose processor was taken while they blocked.
 */
public final class Retake {

    private final SchedulerState state;
    private final LostMachines lostMachines;
    private final Overload overload;
    private final ThreadActivity activity = new ThreadActivity();
    private final ProcessorObserver observer;
    private final ProcessorTakeover takeover;
    private final OvertimeReview overtimeReview;
    private final YieldStorms yieldStorms;
    private SysmonTick[] ticks = {};
    private long answerDueNanos = PreemptionPolicy.NOTHING_DUE;
    private boolean hasFound;

    public Retake(
            SchedulerState state,
            HandOff handOff,
            LostMachines lostMachines,
            ProcessorLossLog processorLossLog,
            Overload overload,
            QuotaPacer quotaPacer,
            OvertimePriority overtimePriority) {
        this.state = state;
        this.lostMachines = lostMachines;
        this.overload = overload;
        long sliceNanos = state.config().timeSlice().toNanos();
        observer = new ProcessorObserver(state, quotaPacer, new PreemptionPolicy(sliceNanos));
        takeover = new ProcessorTakeover(
                state, handOff, lostMachines, processorLossLog, overtimePriority, quotaPacer, activity);
        yieldStorms = new YieldStorms(processorLossLog, sliceNanos);
        overtimeReview = new OvertimeReview(lostMachines, overtimePriority, quotaPacer, activity, sliceNanos);
    }

    /** @return how many processors were taken from machines that block, after which others are likely to (Go: retake) */
    public int retake(long now) {
        int handedOff = 0;
        hasFound = false;
        answerDueNanos = PreemptionPolicy.NOTHING_DUE;
        int procs = state.processors().made();
        if (ticks.length < procs) {
            ticks = newTicks(procs);
            yieldStorms.resize(procs, now);
        }
        for (int id = 0; id < procs; id++) {
            Processor processor = state.processors().get(id);
            Machine holder = processor.machine();
            if (holder != null && ProcessorObserver.isBusy(holder)) {
                yieldStorms.tick(processor, holder, now);
                handedOff += actOn(processor, holder, ticks[id], now) ? 1 : 0;
            }
        }
        overtimeReview.tick(now);
        overload.tick(now, lostMachines.overtime());
        return handedOff;
    }

    /** How long after the last tick the first goroutine that was asked to give way should have. */
    long answerDueNanos() {
        return answerDueNanos;
    }

    /** Whether the last tick found a goroutine that blocks, does not give way, or has to as soon as others come. */
    boolean hasFound() {
        return hasFound;
    }

    public void closeFiles() {
        activity.closeFiles();
    }

    public long handoffs() {
        return takeover.handoffs();
    }

    public long preemptions() {
        return takeover.preemptions();
    }

    /** @return whether the processor was taken from a machine that blocks */
    private boolean actOn(Processor processor, Machine holder, SysmonTick tick, long now) {
        tick.update(processor, holder, now);
        hasFound |= ProcessorObserver.comesLast(processor, holder);
        Observation seen = observer.observe(processor, holder, tick, now);
        switch (PreemptionPolicy.decide(seen)) {
            case LEAVE -> awaitAnswer(seen);
            case ASK -> {
                holder.requestPreemption(true); // Go: preemptone
                tick.asked(holder, now);
                awaitAnswer(seen);
            }
            case PREEMPT -> preempt(processor, holder, tick, now);
            case HAND_OFF -> {
                boolean taken = takeover.tryTake(processor, holder, tick, Kind.HANDOFF, now);
                hasFound |= taken;
                return taken;
            }
        }
        return false;
    }

    private void awaitAnswer(Observation seen) {
        if (seen.answerLeftNanos() > 0) {
            answerDueNanos = Math.min(answerDueNanos, seen.answerLeftNanos());
        }
    }

    /** Lets others pass the goroutine, and takes its processor if it may go on without one. */
    private void preempt(Processor processor, Machine holder, SysmonTick tick, long now) {
        if (holder.currentAcquire() == null) {
            return;
        }
        hasFound = true;
        overload.makeWay(now - tick.stepNanos(now), lostMachines.overtime());
        if (overload.hasRoom(lostMachines.overtime())) {
            takeover.tryTake(processor, holder, tick, Kind.PREEMPTION, now);
        }
    }

    private SysmonTick[] newTicks(int procs) {
        SysmonTick[] all = new SysmonTick[procs];
        for (int id = 0; id < procs; id++) {
            all[id] = new SysmonTick(activity);
        }
        return all;
    }
}
