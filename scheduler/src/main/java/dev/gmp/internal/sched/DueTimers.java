package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.IdleSets;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.Processors;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.timer.DueBatch;
import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.util.Overdue;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.UptimeClock;
import java.lang.System.Logger.Level;

/**
 * Fires timers that are due (Go: {@code checkTimers}, {@code runtimer}): what they start goes to the tail of the caller's
 * own queue, or into the global one.
 */
public record DueTimers(
        UptimeClock clock, Processors processors, IdleSets idle, Lifecycle lifecycle, TimerWaker timerWaker) {

    private static final SafeLog NOT_FIRED =
            SafeLog.detached(DueTimers.class, Level.WARNING, "a timer could not be fired and will be tried again");

    /** At once, so that a local queue is not flooded. */
    private static final int BATCH = 256;

    /**
     * A busy machine reads the clock once in this many goroutines, because a reading costs more than a small goroutine.
     */
    private static final int STEPS_BETWEEN_LOOKS = 16;

    /** How long a timer may be overdue before sysmon asks the processor that it belongs to, or fires it. */
    private static final long GRACE_NANOS = 500_000;

    /** To park a thread and wake it takes more CPU time than to wait for so long; and it takes the thread 50 microseconds at least. */
    private static final long SOON_NANOS = 5_000;

    /** From when on sysmon looks after the earliest timer; at the end of time where there is none, or it is due then. */
    static long overdueFrom(long earliest) {
        return TimerHeap.after(earliest, GRACE_NANOS);
    }

    /**
     * Fires due timers of the machine's own processor: now and then while it has goroutines to run, else at once. Also
     * fires its share of the timers of removed processors.
     */
    void fireOwn(Machine machine, Processor processor, LocalRunQueue<?> local) {
        fireOwn(machine, processor.timers(), local);
        int procs = processors.count();
        int made = processors.made();
        for (int id = processor.id() + procs; id < made; id += procs) {
            fireOwn(machine, processors.get(id).timers(), local);
        }
    }

    private void fireOwn(Machine machine, TimerHeap heap, LocalRunQueue<?> local) {
        if (heap.earliest() != TimerHeap.NEVER
                && (machine.estimatedSteps() % STEPS_BETWEEN_LOOKS == 0 || heap.isUrgent() || local.isEmpty())) {
            fire(heap, clock.nanos());
        }
    }

    /** Whether the next timer of any processor is due, or will be so soon that a machine should not park. */
    boolean isOneDueSoon() {
        long earliest = processors.earliestTimer();
        return earliest != TimerHeap.NEVER && earliest - clock.nanos() <= SOON_NANOS;
    }

    /** Fires those of any processor, for a machine that looks for work. @return whether there were any */
    boolean fireAny() {
        long earliest = processors.earliestTimer();
        if (earliest == TimerHeap.NEVER) {
            return false;
        }
        long now = clock.nanos();
        return earliest <= now && fireAll(now);
    }

    /**
     * Fires overdue timers that no processor has fired in time. While all processors are busy, it first asks the
     * timers' own processors. Goroutines that sysmon readies go to the global queue, and would wait there behind those
     * of the local queues. By sysmon.
     */
    public void fireOverdue() {
        if (processors.earliestTimer() == TimerHeap.NEVER) {
            return;
        }
        long now = clock.nanos();
        boolean allBusy = !idle.processors().any();
        int end = processors.made();
        for (int id = processors.withTimers().next(0, end);
                id < end;
                id = processors.withTimers().next(id + 1, end)) {
            TimerHeap heap = processors.get(id).timers();
            long earliest = heap.earliest();
            if (overdueFrom(earliest) > now) {
                continue;
            }
            if (allBusy && TimerHeap.after(earliest, Overdue.NANOS) > now) {
                heap.askForCheck();
            } else {
                fire(heap, now);
            }
        }
    }

    /** From when on sysmon is to look after a timer. */
    public long nextOverdue() {
        long next = TimerHeap.NEVER;
        for (int id = 0; id < processors.made(); id++) {
            TimerHeap heap = processors.get(id).timers();
            long earliest = heap.earliest();
            next = Math.min(next, heap.isUrgent() ? TimerHeap.after(earliest, Overdue.NANOS) : overdueFrom(earliest));
        }
        return next;
    }

    private boolean fireAll(long now) {
        int fired = 0;
        int end = processors.made();
        for (int id = processors.withTimers().next(0, end);
                id < end;
                id = processors.withTimers().next(id + 1, end)) {
            fired += fire(processors.get(id).timers(), now);
        }
        return fired > 0;
    }

    private int fire(TimerHeap heap, long now) {
        if (heap.earliest() > now) {
            return 0;
        }
        DueBatch due = new DueBatch(BATCH);
        int count = heap.takeDue(now, due.timers());
        int starting = 0;
        for (int i = 0; i < count; i++) {
            Timer timer = due.timers()[i];
            if (timer != null && !tryFire(timer)) {
                due.keep(timer);
                starting += timer.startsGoroutine() ? 1 : 0;
            }
        }
        if (due.size() > 0) {
            heap.giveBack(due, now + Overdue.NANOS);
            timerWaker.afterSet(heap.earliest()); // TIME-1: they were in no heap for a moment
            for (int i = 0; i < starting; i++) {
                lifecycle.discarded(); // counted twice from now on; after they became pending again, see QUIET-1
            }
        }
        return count;
    }

    private static boolean tryFire(Timer timer) {
        try {
            timer.fire();
            return true;
        } catch (Throwable outOfMemory) {
            NOT_FIRED.log(outOfMemory);
            return false;
        }
    }
}
