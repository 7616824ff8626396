package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.Batch;
import dev.gmp.internal.util.SpinLock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Changes the number of processors while they work (Go: procresize, which stops the world for it).
 *
 * <p>RESIZE-1: a processor beyond the number is dead, or held by a thread that will retire it. That is the machine that
 * holds it, when it next looks for work or finds none. It is sysmon, when that machine blocks or computes for too long.
 * Or it is the thread that takes it from the idle set, where it may stand by accident. Its goroutines go to the head of
 * the global queue. Growing revives dead ones and leaves those that are still held.
 */
public final class ProcResize {

    private final SchedulerState state;
    private final WakeUp wakeUp;

    /** Guards what follows, and resizing itself. Sysmon takes it (LOCK-1, in {@link MachinePool}). */
    private final SpinLock lock = new SpinLock();

    /** Kept empty, so that a processor can be retired without memory. */
    private final Batch<Goroutine> batch = new Batch<>();

    private long procsNanos;

    private long procsNanosUntil;

    private final AtomicLong changes = new AtomicLong();

    public ProcResize(SchedulerState state, WakeUp wakeUp) {
        this.state = state;
        this.wakeUp = wakeUp;
    }

    /** To be followed by {@link #wakeForNewOnes}. @return whether the number changed */
    public boolean setProcs(int procs) {
        lock.lock();
        try {
            int before = state.processors().count();
            if (procs == before) {
                return false;
            }
            change(before, procs);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** There may be work for processors that are there now; or what stood in the queues of others is in the global one. */
    public void wakeForNewOnes() {
        wakeUp.afterPut();
    }

    /** Puts a processor that is the caller's into the idle set, or retires it if there are enough without it. */
    public void putIdle(Processor processor) {
        int id = processor.id();
        if (id < state.processors().count()) {
            state.idle().processors().put(id);
            if (id < state.processors().count() || !state.idle().processors().tryTake(id)) {
                return;
            }
        }
        retireOrKeep(processor);
    }

    /** Times that the number changed. */
    public long changes() {
        return changes.get();
    }

    /** Processors times nanoseconds since the start (Go: {@code sched.totaltime}). */
    public long procsNanos() {
        lock.lock();
        try {
            integrate();
            return procsNanos;
        } finally {
            lock.unlock();
        }
    }

    private void retireOrKeep(Processor processor) {
        boolean moved = false;
        lock.lock();
        try {
            if (processor.id() < state.processors().count()) {
                state.idle().processors().put(processor.id()); // the number has grown again
            } else {
                moved = retire(processor);
            }
        } finally {
            lock.unlock();
        }
        if (moved) {
            wakeUp.afterPut();
        }
    }

    /** Under the lock, as the two below. */
    private void change(int before, int procs) {
        integrate();
        changes.incrementAndGet();
        state.setProcs(procs);
        for (int id = before; id < procs; id++) {
            if (state.processors().get(id).tryRevive()) {
                state.idle().processors().put(id);
            }
        }
        for (int id = procs; id < before; id++) {
            if (state.idle().processors().tryTake(id)) {
                retire(state.processors().get(id));
            }
        }
        state.probes().seldom().resized(before, procs);
    }

    /** @return whether it had goroutines, which are in the global queue now */
    private boolean retire(Processor processor) {
        var queue = processor.queue();
        for (Goroutine each = queue.pollAny(); each != null; each = queue.pollAny()) {
            batch.add(each);
        }
        queue.unmarkIfEmpty();
        processor.setDead();
        if (batch.isEmpty()) {
            return false;
        }
        state.queues().global().addAllFirst(batch, processor.id());
        return true;
    }

    private void integrate() {
        long now = state.clock().nanos();
        procsNanos += (now - procsNanosUntil) * state.processors().count();
        procsNanosUntil = now;
    }
}
