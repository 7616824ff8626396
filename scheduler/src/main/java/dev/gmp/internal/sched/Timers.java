package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;

/** Sets timers: from a goroutine on its own processor, from outside on one that the thread keeps to. */
final class Timers {

    private final SchedulerState state;
    private final Timekeeper timekeeper;
    private final HomeHeaps homes;

    Timers(SchedulerState state, Timekeeper timekeeper) {
        this.state = state;
        this.timekeeper = timekeeper;
        this.homes = new HomeHeaps(state);
    }

    /** Nanoseconds on the clock that timers are set by. */
    long now() {
        return state.uptimeNanos();
    }

    /** The heap for a timer that the caller sets. */
    TimerHeap heap() {
        Machine machine = state.currentMachine();
        var processor = machine == null ? null : machine.processor();
        if (processor != null) {
            return processor.timers();
        }
        return homes.of(Thread.currentThread());
    }

    /** Sets one for a goroutine that lives, which may outlive the shutdown. */
    void set(TimerHeap heap, Timer timer, long when) {
        heap.addAnyway(timer, when);
        afterAdd(heap, when);
    }

    /** A timer was added to the heap: whoever keeps the time may have to wake earlier. */
    void afterAdd(TimerHeap heap, long when) {
        long look = heap.earliest();
        if (look >= when) { // otherwise whoever set the earlier one has done so
            timekeeper.afterSet(look);
        }
    }
}
