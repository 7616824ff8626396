package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.idle.IdleProcessors;
import dev.gmp.internal.idle.SpinningMachines;
import dev.gmp.internal.util.Occupancy;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * When a machine is woken, and why no work is forgotten.
 *
 * <p>One machine is woken when work is added, a processor is idle and no machine spins. It starts spinning; nothing is
 * handed to it. The last spinning machine that finds work wakes another if more is to be seen. So the number of running
 * machines follows the load, and a stream of submissions to a busy scheduler wakes none.
 *
 * <pre>
 * PARK-1: no goroutine stays queued while a processor is idle and no machine spins.
 *
 *     submitter                           machine giving up
 *  S1 put into a queue                 M1 put the processor into the idle set, spinning.decrement()
 *  S2 full fence                       M2 full fence
 *  S3 idle and none spinning? wake     M3 look into every queue; found: take a processor back and spin
 *
 * Either S3 sees M1 and wakes a machine, or M3 sees S1. Release and acquire are too weak: each side's read could pass
 * its own write and miss the other's. S2 is the exchange of runnext where there was one, else a fence of its own; M2 is
 * the atomic update in M1. M3 reads the bit of each queue, and those queues whose bit is set (MASK-1, in {@link Occupancy}): S1
 * has set it, or found it set.
 *
 * A waker that counts itself as spinning and then finds no idle processor counts itself out and looks at S3 again, for
 * another submitter may have relied on it in between.
 *
 * NAP-1: while a machine is registered as napper, the goroutines in runnext slots are its duty and count as seen.
 *
 * A goroutine in the runnext of a running processor is best run there: its data is in that cache, and it will be next.
 * Go's thief takes it if it still stands there after 3 us, and so does ours: its owner goes on, and may even wait for it.
 * Where two goroutines ready each other in turn, the slot is never empty and never old, and thief after thief would be
 * woken to look and give up. So one spinning machine naps between its looks as long as something is taken from such slots,
 * still counted as spinning, and looks at another one each time.
 * Putting work elsewhere wakes it: the napper registers, then looks into all other queues, in a pause of QuotaPacer for what does not
 * wait for its end, then parks; the submitter puts, then fences, then looks for a napper.
 * </pre>
 *
 * <p>After Go's {@code wakep}, {@code resetspinning} and the comment on worker thread parking in {@code proc.go}. Go
 * wakes another machine after every successful search. Here that happens only if more work is to be seen, by the check
 * of M3. It saves a trickle of single tasks half of its wake-ups.
 */
public final class WakeUp {

    private final SchedulerState state;
    private final IdleProcessors idle;
    private final SpinningMachines spinning;
    private final MachinePool machines;
    private final TimerWaker timerWaker;

    public WakeUp(SchedulerState state, MachinePool machines, TimerWaker timerWaker) {
        this.state = state;
        this.idle = state.idle().processors();
        this.spinning = state.idle().spinning();
        this.machines = machines;
        this.timerWaker = timerWaker;
    }

    /** After work was put into a ring or the global queue. The caller has not fenced. */
    public void afterPut() {
        VarHandle.fullFence();
        if (spinning.any()) {
            rouseNapper();
        } else if (idle.any()) {
            wakeOne();
        } else {
            Machine paused = state.idle().pausedMachines().pop();
            if (paused != null) {
                LockSupport.unpark(paused.thread());
            }
        }
    }

    /** After work was put into an empty runnext by its exchange, which has fenced. */
    void afterRunNext() {
        if (!spinning.any() && idle.any()) {
            wakeOne();
        }
    }

    /** For work that was left because no machine could be had at that time. By sysmon, now and then. */
    public void retry() {
        if (workIsVisible()) {
            afterPut();
        }
    }

    /**
     * After work was moved from runnext to the ring, when another took its place there. The exchange has fenced, and
     * through all of it runnext was taken, so PARK-1 holds; only a napper must be told of the ring.
     */
    void afterKick() {
        if (spinning.any()) {
            afterPut();
        } else if (idle.any()) {
            wakeOne();
        }
    }

    /** A machine has become free where machines are short (LIMIT-1, in {@link MachinePool}). */
    public void afterShortage() {
        if (!spinning.any() && idle.any() && workIsVisible()) {
            wakeOne();
        }
    }

    /** A machine has found work. If it was the last that spun, another must look after what it did not find. */
    void stopSpinning(Machine machine) {
        if (state.idle().stopSpinning(machine)) {
            if (idle.any() && workIsVisible()) {
                wakeOne();
            }
            timerWaker.watchBySysmon();
        }
    }

    /** Whether any queue holds work that no machine is responsible for. */
    public boolean workIsVisible() {
        return isWorkForAll(false) || localWorkIsVisible();
    }

    /** As above, without goroutines that have used up a time slice and without idle-priority work. */
    boolean freshWorkIsVisible() {
        return isWorkForAll(true) || localWorkIsVisible();
    }

    /**
     * Parks a spinning machine for a moment, unless there is work elsewhere than in runnext, or another one naps. What has used
     * up a time slice, and idle-priority work, can wait that long, and does not count.
     */
    boolean nap(Machine machine, long nanos) {
        if (!state.idle().napper().compareAndSet(null, machine)) {
            return false;
        }
        if (!isWorkOutsideRunNext(true)) {
            LockSupport.parkNanos(state, nanos);
            Thread.interrupted(); // it would end every later nap at once
        }
        state.idle().napper().compareAndSet(machine, null);
        return true;
    }

    /** Starts a machine that spins, if a processor is idle and none spins (Go: wakep). */
    public void wakeOne() {
        do {
            if (!spinning.tryBecomeOnly()) {
                return;
            }
            Processor processor = state.idle().takeProcessor();
            if (processor != null) {
                machines.start(processor, true);
                return;
            }
            spinning.decrement();
        } while (idle.any());
    }

    private void rouseNapper() {
        Machine napper = state.idle().napper().get();
        if (napper != null && state.idle().napper().compareAndSet(napper, null)) {
            LockSupport.unpark(napper.thread());
        }
    }

    /**
     * Whether there is work in no processor's own queue: in the global one, or of idle priority.
     *
     * @param onlyFresh whether goroutines that have used up a time slice, and idle-priority work, do not count
     */
    boolean isWorkForAll(boolean onlyFresh) {
        return onlyFresh
                ? state.queues().global().hasFresh()
                : !state.queues().global().isEmpty()
                        || !state.queues().idlePriority().isEmpty();
    }

    /** As above, or in a ring. */
    boolean isWorkOutsideRunNext(boolean onlyFresh) {
        return isWorkForAll(onlyFresh) || isWorkInProcessors(true);
    }

    /** NAP-1: a napper looks after what is to run next. */
    private boolean localWorkIsVisible() {
        return isWorkInProcessors(state.idle().napper().get() != null);
    }

    private boolean isWorkInProcessors(boolean onlyInRings) {
        Occupancy withWork = state.processors().withWork();
        int end = state.processors().count();
        for (int id = withWork.next(0, end); id < end; id = withWork.next(id + 1, end)) {
            var queue = state.processors().get(id).queue();
            if (onlyInRings ? !queue.isRingEmpty() : !queue.isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
