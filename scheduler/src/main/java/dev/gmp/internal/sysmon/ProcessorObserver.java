package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.IdlePriorityGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.sysmon.PreemptionPolicy.Observation;

/** Sees what {@link PreemptionPolicy} wants to know of a processor and its machine, and changes nothing. Used by sysmon alone. */
record ProcessorObserver(SchedulerState state, QuotaPacer quotaPacer, PreemptionPolicy policy) {

    /** Whether the machine runs a goroutine, or is blocked without one. */
    static boolean isBusy(Machine holder) {
        return holder.currentAcquire() != null || isBlockedBetweenGoroutines(holder);
    }

    /**
     * By a monitor, in a selector or a listener, or in a listener by any lock. Whatever is to let it go may need this processor (LOCK-1, in
     * MachinePool).
     */
    private static boolean isBlockedBetweenGoroutines(Machine holder) {
        return holder.thread().getState() == Thread.State.BLOCKED
                || (holder.isTelling() && ThreadActivity.isWaiting(holder));
    }

    /** Whether it has no slice while others wait: what it runs comes after all of them. */
    static boolean comesLast(Processor processor, Machine holder) {
        return processor.estimatedExpired() || holder.currentAcquire() instanceof IdlePriorityGoroutine;
    }

    Observation observe(Processor processor, Machine holder, SysmonTick tick, long now) {
        boolean blocks = tick.standsStill() || ThreadActivity.isWaiting(holder);
        long share = shareNanos(processor, holder);
        boolean isOver = policy.isOver(share, tick.taskNanos(now), tick.sliceNanos(now));
        boolean isToPause = !isOver && quotaPacer.isToGiveWay(processor, now);
        if (!blocks && !isOver && !isToPause) {
            return Observation.WITHIN_SLICE;
        }
        boolean isAsked = holder.isPreemptRequested();
        return new Observation(
                blocks,
                tick.stepNanos(now),
                isNeeded(processor),
                isOver,
                isToPause,
                isAsked,
                isOver ? answerLeftNanos(holder, tick, isAsked, share, now) : PreemptionPolicy.NOTHING_DUE);
    }

    /** Whether goroutines wait for it, or nothing else is free for those that may come. */
    private boolean isNeeded(Processor processor) {
        boolean anyFree =
                state.idle().spinning().any() || state.idle().processors().any();
        return !processor.queue().isEmpty() || !state.queues().global().isEmpty() || !anyFree;
    }

    private long shareNanos(Processor processor, Machine holder) {
        int procs = state.processors().count();
        if (processor.id() >= procs) {
            return 0; // there are to be fewer processors
        }
        return policy.shareNanos(
                processor.queue().estimatedSize(),
                state.queues().global().freshSize(),
                procs,
                comesLast(processor, holder));
    }

    private static long answerLeftNanos(Machine holder, SysmonTick tick, boolean isAsked, long share, long now) {
        long allowed = PreemptionPolicy.answerNanos(share);
        return isAsked ? tick.answerLeftNanos(holder, allowed, now) : allowed;
    }
}
