package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.kind.TaskKind;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.HandOff;
import dev.gmp.observe.ProcessorLoss.Kind;
import java.util.concurrent.atomic.AtomicLong;

/** Takes a processor from the machine that holds it, and hands it off with what waits in its queue. Used by sysmon alone. */
final class ProcessorTakeover {

    private final SchedulerState state;
    private final HandOff handOff;
    private final LostMachines lostMachines;
    private final ProcessorLossLog processorLossLog;
    private final OvertimePriority overtimePriority;
    private final QuotaPacer quotaPacer;
    private final ThreadActivity activity;

    private final AtomicLong handoffs = new AtomicLong();
    private final AtomicLong preemptions = new AtomicLong();

    ProcessorTakeover(
            SchedulerState state,
            HandOff handOff,
            LostMachines lostMachines,
            ProcessorLossLog processorLossLog,
            OvertimePriority overtimePriority,
            QuotaPacer quotaPacer,
            ThreadActivity activity) {
        this.state = state;
        this.handOff = handOff;
        this.lostMachines = lostMachines;
        this.processorLossLog = processorLossLog;
        this.overtimePriority = overtimePriority;
        this.quotaPacer = quotaPacer;
        this.activity = activity;
    }

    /** @return false when the machine has given it up meanwhile, or its goroutine has given way as it was asked to */
    boolean tryTake(Processor processor, Machine holder, SysmonTick tick, Kind kind, long now) {
        Goroutine goroutine = holder.currentAcquire();
        LocalRunQueue<Goroutine> left = processor.queue();
        // All that takes memory comes before the processor is taken: no machine would have it otherwise.
        LocalRunQueue<Goroutine> fresh = state.processors().newLocalQueue(processor.id());
        LostMachines.Entry entry = lostMachines.prepare(holder, left, kind == Kind.PREEMPTION);
        TaskKind preempted = kind == Kind.PREEMPTION ? state.kindOf(goroutine) : null; // the task may end meanwhile
        tick.tellSince(holder);
        holder.sightings().sawBlock(kind == Kind.HANDOFF && activity.tellsCpuTime());
        if (kind == Kind.HANDOFF) {
            activity.standsStillFor(holder, now); // so that observers know since when
        }
        boolean hasAnswered = kind == Kind.PREEMPTION && !holder.isPreemptRequested();
        if (hasAnswered || !processor.tryTakeFrom(holder)) {
            return false;
        }
        lostMachines.add(entry);
        if (kind == Kind.HANDOFF) {
            holder.counters().kindTurn().loseToBlock();
        }
        Probe probe = state.probes().seldom();
        try {
            if (preempted != null) {
                preempted.countPreemption();
            }
            (kind == Kind.PREEMPTION ? preemptions : handoffs).incrementAndGet();
            probe.loses(holder, processor, goroutine, kind, tick.stepNanos(now));
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
            processorLossLog.add(kind, processor.id(), holder, goroutine, tick.stepNanos(now), now, probe);
        }
        return true;
    }

    /** Fills a new queue from the old one; what the machine still adds to that, and has no room, goes global. */
    private void moveOver(LocalRunQueue<Goroutine> left, LocalRunQueue<Goroutine> fresh, Machine holder) {
        for (Goroutine each = left.pollOldest(); each != null; each = left.pollOldest()) {
            if (!fresh.offer(each)) {
                handOff.readyGlobal(each, holder.number());
            }
        }
        Goroutine next = left.peekRunNext();
        if (next != null && left.trySteal(next)) {
            fresh.exchangeRunNext(next);
        }
    }

    /** Processors taken from machines that block. Any thread. */
    long handoffs() {
        return handoffs.get();
    }

    /** Processors taken from goroutines that did not give way. Any thread. */
    long preemptions() {
        return preemptions.get();
    }
}
