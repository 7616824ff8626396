package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineCounters.Count;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.runq.Batch;
import dev.gmp.internal.runq.GlobalRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.observe.SchedulerListener;

/** Puts accepted goroutines into run queues, and sees to it that a machine comes for them (Go: ready, runqput, globrunqput). */
public final class Readying {

    private static final int SAMPLING_MASK = SchedulerListener.SAMPLING_PERIOD - 1;
    private static final int SAMPLING_BITS = Integer.bitCount(SAMPLING_MASK);

    /** Odd, so that the place goes through the whole block. */
    private static final int PLACES_BACK = 37;

    private final SchedulerState state;
    private final GlobalRunQueue<Goroutine> globalQueue;
    private final WakeUp wakeUp;
    private final HandOff handOff;

    public Readying(SchedulerState state, WakeUp wakeUp, HandOff handOff) {
        this.state = state;
        this.globalQueue = state.queues().global();
        this.wakeUp = wakeUp;
        this.handOff = handOff;
    }

    /**
     * Whether the goroutine with this number in a sequence is one of those that are timed. It is one of each block, at a place
     * that moves from block to block: kinds of tasks that come in turn are all met.
     */
    public static boolean isSampled(long number) {
        return (number + (number >>> SAMPLING_BITS) * PLACES_BACK & SAMPLING_MASK) == 0;
    }

    /**
     * Readies a goroutine that was parked. Readied by a goroutine of this scheduler, it runs next on the same processor
     * (Go: ready with next), or last if that goroutine has ended. Readied from outside, it goes to the global queue
     * (Go: injectglist).
     */
    public void ready(Goroutine goroutine) {
        Machine machine = state.currentMachine();
        LocalRunQueue<Goroutine> queue = machine == null ? null : handOff.queueOf(machine);
        if (machine == null || queue == null) {
            readyGlobal(goroutine);
        } else if (!queue.isLastInFirstOut() && runsOneThatHasEnded(machine)) {
            putLast(machine, queue, goroutine);
        } else {
            stampNowAndThen(machine, goroutine);
            readyNext(machine, queue, goroutine);
        }
    }

    /**
     * Whether the one readied now has waited for the end of the virtual goroutine here. Most likely that is one of many: run
     * next, it would wait for the next one at once.
     */
    private static boolean runsOneThatHasEnded(Machine machine) {
        return machine.isCurrentThread()
                && machine.currentAcquire() instanceof VirtualGoroutine goroutine
                && !goroutine.isThreadAlive();
    }

    /** Readies a goroutine that the one on this machine has made or woken: it runs next (Go: runqput with next). */
    public void readyNext(Machine machine, LocalRunQueue<Goroutine> queue, Goroutine goroutine) {
        tellProbe(machine, goroutine);
        Goroutine kicked = queue.exchangeRunNext(goroutine);
        if (kicked == null) {
            wakeUp.afterRunNext();
        } else {
            putIntoRing(machine, queue, kicked);
            wakeUp.afterKick();
        }
    }

    /**
     * Readies a goroutine that no running one has readied: after those that wait on this processor already. From outside,
     * and where what comes last runs first, in the global queue.
     */
    public void readyLast(Goroutine goroutine) {
        Machine machine = state.currentMachine();
        LocalRunQueue<Goroutine> queue = machine == null ? null : machine.ownQueue();
        if (machine == null || queue == null || queue.isLastInFirstOut()) {
            readyGlobal(goroutine);
        } else {
            putLast(machine, queue, goroutine);
        }
    }

    private void putLast(Machine machine, LocalRunQueue<Goroutine> queue, Goroutine goroutine) {
        stampNowAndThen(machine, goroutine);
        tellProbe(machine, goroutine);
        putIntoRing(machine, queue, goroutine);
        wakeUp.afterPut();
    }

    /** Readies a goroutine for the machine that comes first (Go: globrunqput). */
    void readyGlobal(Goroutine goroutine) {
        long threadId = Thread.currentThread().getId();
        if (isSampled(globalQueue.estimatedAdded(threadId))) {
            goroutine.stampReady(state.clock().micros());
        }
        tellProbe(goroutine);
        globalQueue.add(goroutine, threadId);
        wakeUp.afterPut();
    }

    /** Readies one that has used up its time slice: it comes after all others. By its machine. */
    void readyExpired(Machine machine, Goroutine goroutine) {
        stampNowAndThen(machine, goroutine);
        tellProbe(machine, goroutine);
        globalQueue.addExpired(goroutine);
        wakeUp.afterPut();
    }

    /** Before a goroutine is queued: it may run at once. By the thread that queues it, on no machine of the scheduler or on any. */
    public void tellProbe(Goroutine goroutine) {
        Probe probe = state.probes().often();
        if (probe != null) {
            probe.readies(state.currentMachine(), goroutine);
        }
    }

    private void tellProbe(Machine machine, Goroutine goroutine) {
        Probe probe = state.probes().often();
        if (probe != null) {
            probe.readies(machine, goroutine);
        }
    }

    /** Times one goroutine in a number of them. */
    private void stampNowAndThen(Machine machine, Goroutine goroutine) {
        if (isSampled(machine.nextRandom())) {
            goroutine.stampReady(state.clock().micros());
        }
    }

    private void putIntoRing(Machine machine, LocalRunQueue<Goroutine> queue, Goroutine goroutine) {
        while (!queue.offer(goroutine)) {
            try {
                Batch<Goroutine> half = queue.tryTakeHalf(goroutine);
                if (half != null) {
                    machine.counters().count(Count.OVERFLOWS);
                    globalQueue.addAll(half, machine.number());
                    return;
                }
            } catch (OutOfMemoryError e) {
                globalQueue.add(goroutine, machine.number()); // needs no memory; no other thread knows of it (JDK-5)
                return;
            }
        }
    }
}
