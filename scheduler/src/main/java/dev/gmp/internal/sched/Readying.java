package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.Batch;
import dev.gmp.internal.runq.GlobalRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;

/** Puts accepted goroutines into run queues, and sees to it that somebody comes for them (Go: runqput, globrunqput). */
final class Readying {

    /**
     * How many goroutines in a row may come from runnext. Go bounds such a chain by preemption after the time slice that
     * it inherits; Tokio by 3. A chain of direct goroutines cannot be preempted between two of them other than here.
     */
    static final int RUN_NEXT_STREAK = 16;

    private final GlobalRunQueue<Goroutine> globalQueue;
    private final WakeUp wakeUp;

    Readying(SchedulerState state, WakeUp wakeUp) {
        this.globalQueue = state.globalQueue();
        this.wakeUp = wakeUp;
    }

    /** Readies a goroutine that the one on this machine has made or woken: it runs next (Go: runqput with next). */
    void readyNext(Machine machine, LocalRunQueue<Goroutine> queue, Goroutine goroutine) {
        if (machine.runNextStreak() >= RUN_NEXT_STREAK) {
            putIntoRing(machine, queue, goroutine);
            wakeUp.afterPut();
            return;
        }
        Goroutine kicked = queue.exchangeRunNext(goroutine);
        if (kicked == null) {
            wakeUp.afterRunNext();
        } else {
            putIntoRing(machine, queue, kicked);
            wakeUp.afterKick();
        }
    }

    /** Readies a goroutine for whoever comes first (Go: globrunqput). */
    void readyGlobal(Goroutine goroutine) {
        globalQueue.add(goroutine, Thread.currentThread().getId());
        wakeUp.afterPut();
    }

    private void putIntoRing(Machine machine, LocalRunQueue<Goroutine> queue, Goroutine goroutine) {
        while (!queue.offer(goroutine)) {
            Batch<Goroutine> half = queue.tryTakeHalf(goroutine);
            if (half != null) {
                machine.counters().countOverflow();
                globalQueue.addAll(half, machine.getId());
                return;
            }
        }
    }
}
