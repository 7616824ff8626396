package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;

/** Sets timers: from a goroutine on its own processor, from outside on one that the thread selects. */
final class Timers {

    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final SchedulerState state;
    private final Timekeeper timekeeper;

    Timers(SchedulerState state, Timekeeper timekeeper) {
        this.state = state;
        this.timekeeper = timekeeper;
    }

    /** Nanoseconds on the clock that timers are set by. */
    long now() {
        return state.uptimeNanos();
    }

    /** A delay after a time, and never {@link TimerHeap#NEVER}; a negative delay counts as none. */
    static long after(long time, long delay) {
        return delay <= 0 ? time : delay < TimerHeap.NEVER - 1 - time ? time + delay : TimerHeap.NEVER - 1;
    }

    /** The heap for a timer that the caller sets. */
    TimerHeap heap() {
        Machine machine = state.currentMachine();
        var processor = machine == null ? null : machine.processor();
        if (processor != null) {
            return processor.timers();
        }
        int procs = state.procs();
        int id = (int) (((Thread.currentThread().getId() * SPREAD) >>> Integer.SIZE) % procs);
        TimerHeap chosen = state.processor(id).timers();
        return chosen.estimatedBusy() ? state.processor((id + 1) % procs).timers() : chosen;
    }

    /** @return false when the heap takes none any more; nothing has happened then */
    boolean trySet(TimerHeap heap, Timer timer, long when) {
        if (!heap.add(timer, when)) {
            return false;
        }
        wakeFor(heap, when);
        return true;
    }

    /** The same for a goroutine that lives, which may outlive the shutdown. */
    void set(TimerHeap heap, Timer timer, long when) {
        heap.addAnyway(timer, when);
        wakeFor(heap, when);
    }

    private void wakeFor(TimerHeap heap, long when) {
        long look = heap.earliest();
        if (look >= when) { // otherwise whoever set the earlier one has done so
            timekeeper.afterSet(look);
        }
    }
}
