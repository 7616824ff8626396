package dev.gmp.internal.timed;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.sched.TimerWaker;
import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.util.ThreadSpread;

/** Sets timers: from a goroutine on its own processor, from outside on one that the thread's number selects. */
public record TimerSetting(SchedulerState state, TimerWaker timerWaker) {

    /** Nanoseconds on the clock that timers are set by. */
    long now() {
        return state.clock().nanos();
    }

    /** The heap for a timer that the caller sets. */
    TimerHeap heap() {
        Machine machine = state.currentMachine();
        var processor = machine == null ? null : machine.processor();
        if (processor != null) {
            return processor.timers();
        }
        int id = ThreadSpread.among(
                Thread.currentThread().getId(), state.processors().count());
        return state.processors().get(id).timers();
    }

    /** Sets one for a goroutine that lives, which may outlive the shutdown. */
    public void set(TimerHeap heap, Timer timer, long when) {
        heap.addAnyway(timer, when);
        afterAdd(heap, when);
    }

    /** A timer was added to the heap: the machine that keeps the time may have to wake earlier. */
    void afterAdd(TimerHeap heap, long when) {
        long look = heap.earliest();
        if (look >= when) { // otherwise the thread that set the earlier one has done so
            timerWaker.afterSet(look);
        }
    }
}
