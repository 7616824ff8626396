package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.idle.WakeLatency;
import dev.gmp.internal.timer.TimerHeap;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Which machine wakes for the next timer.
 *
 * <p>A machine that parks becomes the keeper of the time if there is none, and sleeps until the earliest timer at most.
 * In Go this is the M that blocks in netpoll until {@code pollUntil}. It stands among the idle machines like any other.
 * When it is given work, it stops being the keeper. While a processor is busy, its machine looks after its own timers
 * between two goroutines, and sysmon after all that are overdue. A keeper that blocks in the netpoller meanwhile may be
 * a millisecond late.
 *
 * <pre>
 * TIME-1: no timer is overdue for long while no thread is bound to look: there is a keeper that wakes in time, or a machine
 * that spins, or a processor that is busy.
 *
 *     the setter of a timer                   machine about to park
 *  T1 put it into a heap                   K1 put the processor into the idle set, spinning.decrement()
 *  T2 full fence                           K2 keeper.compareAndSet(null, machine)
 *  T3 keeper wakes later? unpark it        K3 wakesAt = earliest
 *     none, none spins, a processor        K4 look at the earliest again; earlier: K3
 *     is idle? wake a machine
 * </pre>
 *
 * Either T3 sees the keeper and its time, or K4 sees the timer. A keeper that wakes for a timer takes an idle processor
 * and spins. If there is none, it steps down, and looks for an idle one again after that: a machine that parked
 * meanwhile may have counted on it.
 */
public final class TimerWaker {

    private final SchedulerState state;
    private final AtomicReference<@Nullable Machine> keeper = new AtomicReference<>();

    /** When the keeper wakes. */
    private volatile long wakesAt = TimerHeap.NEVER;

    /** Of keepers; published by the change of keeper. */
    private final WakeLatency wakeLatency = new WakeLatency();

    private Runnable wakeOne = () -> {};

    public TimerWaker(SchedulerState state) {
        this.state = state;
    }

    /** @param action starts a machine that spins, if a processor is idle and no machine spins */
    public void wakeBy(Runnable action) {
        wakeOne = action;
    }

    /** A timer was put into a heap and is the earliest there. */
    public void afterSet(long when) {
        VarHandle.fullFence();
        Machine asleep = keeper.get();
        if (asleep != null) {
            if (when < wakesAt) {
                asleep.wake();
            }
        } else if (!state.idle().spinning().any()) {
            if (state.idle().processors().any()) {
                wakeOne.run();
            } else {
                state.nextTick().callBefore(DueTimers.overdueFrom(when));
            }
        }
    }

    /** A processor has gone idle, and no machine parks with it (Go: handoffp wakes the netpoller for its timers). */
    public void afterIdle() {
        long earliest = state.processors().earliestTimer();
        if (earliest != TimerHeap.NEVER) {
            afterSet(earliest);
        }
    }

    /** @return whether the machine is the keeper now; it stands among the idle ones */
    boolean keeps(Machine machine) {
        return keeper.get() == machine || keeper.compareAndSet(null, machine);
    }

    /** How long the keeper may sleep: nanoseconds, zero or less when a timer is due, {@link TimerHeap#NEVER} without one. */
    long nanosToSleep() {
        long earliest;
        long again = state.processors().earliestTimer();
        do {
            earliest = again;
            wakesAt = earliest;
            again = state.processors().earliestTimer();
        } while (again < earliest);
        return earliest == TimerHeap.NEVER
                ? TimerHeap.NEVER
                : earliest - state.clock().nanos();
    }

    /**
     * The keeper waits among the idle machines for a timer, or to be woken; maybe for less. It parks until
     * shortly before, as parks end late.
     *
     * @param nanos what {@link #nanosToSleep} has said: more than 0, and a timer there is
     */
    void sleep(long nanos) {
        long start = state.clock().nanos();
        long asked = wakeLatency.toPark(nanos, start);
        if (asked == 0) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(this, asked);
            wakeLatency.parked(asked, state.clock().nanos() - start);
        }
    }

    /** The machine keeps the time no more. Sysmon looks earlier, if it would have relied on it for too long. */
    void stepDown(Machine machine) {
        if (keeper.get() == machine && keeper.compareAndSet(machine, null)) {
            watchBySysmon();
        }
    }

    /** A machine has found work and will not look at timers for a while. */
    void watchBySysmon() {
        state.nextTick().callBefore(DueTimers.overdueFrom(state.processors().earliestTimer()));
    }

    /** Whether timers wait and no machine keeps the time. */
    public boolean isMissed() {
        return keeper.get() == null && state.processors().earliestTimer() != TimerHeap.NEVER;
    }

    /** A timer is due: a processor for the keeper, with which it spins. @return false when none is idle */
    boolean tryTakeProcessor(Machine machine) {
        Processor processor = state.idle().takeProcessor();
        if (processor == null) {
            return false;
        }
        machine.acquire(processor);
        processor.beginSlice();
        state.idle().startSpinning(machine);
        return true;
    }
}
