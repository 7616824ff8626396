package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.BoundGoroutine;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineCounters.Count;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.StatusClock;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.kind.KindTurn;
import dev.gmp.internal.kind.TaskKind;
import dev.gmp.internal.kind.TaskStatus;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.runq.Batch;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.util.Overdue;
import dev.gmp.internal.util.StackReserve;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a running goroutine releases its processor and gets one again. It yields, enters a section that blocks, or finds
 * at a call that it has lost its processor.
 *
 * <p>A virtual goroutine unmounts and waits in the global queue. A direct one cannot leave its machine: the machine
 * puts a {@link BoundGoroutine} there in its place and parks until a machine brings it a processor.
 *
 * <p>YIELD-1: a goroutine that yields again and again does not delay what is new. Its first yield puts it behind those
 * that wait already. Another one that follows puts it behind all others, also those that come meanwhile, as one that
 * has used up a slice. So threads that yield in a loop until another has done something let that one run first. Go has
 * no such rule.
 *
 * <p>A park of a virtual goroutine ends such a series, and so does a marked section that blocks. What a goroutine
 * computes in between does not: a yield reads no clock. One that gives way because it was asked to, or between two
 * tasks, has not yielded of its own accord. A virtual goroutine's status says that it has yielded ({@link
 * VirtualGoroutine#hasYieldedLast}); a direct one's machine does.
 */
public record YieldAndBlocking(SchedulerState state, Readying readying, HandOff handOff, QuotaPacer quotaPacer) {

    /**
     * Go: Gosched. A goroutine that has used up a time slice, or lost the processor for it, comes after all others.
     *
     * @param asNew whether that is not held against what follows
     */
    public void giveWay(Machine machine, boolean asNew) {
        StackReserve.ensure();
        boolean expired = !asNew && (machine.isPreemptRequested() || !machine.holdsProcessor());
        if (machine.isPreemptRequested()) {
            machine.requestPreemption(false);
            if (machine.holdsProcessor()) { // if not, it was taken or handed over, and that is counted
                countPreemption(machine);
            }
        }
        boolean isPrompted = asNew || expired;
        if (machine.currentAcquire() instanceof VirtualGoroutine) {
            if (isPrompted) {
                machine.setYield(expired, true);
            }
            Thread.yield(); // and into a queue by VirtualExecution (Go: goschedImpl)
            return;
        }
        boolean isRepeated = !isPrompted && machine.isExpired();
        if (!isPrompted) {
            countYield(machine);
        }
        machine.setYield(!isPrompted, false);
        if (!machine.holdsProcessor()) {
            getTurn(machine, !asNew);
            return;
        }
        if (!hasWork(machine) && !quotaPacer.isPausing(machine) && !holdsOneTooMany(machine)) {
            return;
        }
        BoundGoroutine entry = queue(machine, expired || isRepeated);
        handOff.giveUp(machine);
        awaitProcessor(machine, entry);
    }

    private void countPreemption(Machine machine) {
        machine.counters().count(Count.PREEMPTED);
        TaskKind kind = state.kindOf(machine.currentAcquire());
        if (kind != null) {
            kind.countPreemption();
        }
        state.probes().seldom().hear(Probe.Event.GIVES_WAY, machine);
    }

    /** The goroutine here yields of its own accord. By its machine. */
    public static void countYield(Machine machine) {
        boolean isRepeated = machine.isExpired();
        machine.counters().count(isRepeated ? Count.REPEATED_YIELDS : Count.FIRST_YIELDS);
        Processor held = machine.processor();
        if (isRepeated && held != null) {
            held.countRepeatedYield();
        }
    }

    /** Go: entersyscall, and entersyscallblock when a goroutine waits for the processor. */
    public void enterBlocking(Machine machine) {
        enter(machine, false);
    }

    /** Of a direct goroutine, which waits for another one (Go: gopark). */
    public void enterWait(Machine machine) {
        enter(machine, true);
    }

    /** @param inAnyCase whether its processor goes to another, or idle, also where no work waits */
    private void enter(Machine machine, boolean inAnyCase) {
        StackReserve.ensure();
        machine.setBlocking(true);
        note(machine, TaskStatus.BLOCKED);
        machine.setYield(false, false);
        if (inAnyCase) { // other sections may wait several times
            stampWait(machine, state.waitClock().time());
        }
        StatusClock clock = clock(machine);
        if (clock != null) {
            clock.enterSyscall();
        }
        if (machine.holdsProcessor() && (inAnyCase || hasWork(machine))) {
            Processor released = machine.tryRelease();
            if (released != null) {
                machine.counters().count(Count.HANDOFFS);
                state.probes().seldom().hear(Probe.Event.HANDS_OFF, machine, released);
                handOff.handOff(released);
            }
        }
    }

    /** Go: exitsyscall. */
    public void exitBlocking(Machine machine) {
        machine.setBlocking(false);
        stampWait(machine, 0);
        note(machine, TaskStatus.RUN);
        StatusClock clock = clock(machine);
        if (clock != null) {
            clock.exitSyscall();
        }
        if (machine.holdsProcessor()) {
            return;
        }
        state.advanceWaitClockIfUnattended();
        if (machine.currentAcquire() instanceof VirtualGoroutine) {
            handOff.acknowledgeLoss(machine);
            if (state.currentMachine() == machine && !handOff.tryRegain(machine)) {
                machine.setYield(false, true);
                Thread.yield();
            }
        } else {
            getTurn(machine, false);
        }
    }

    /** For observers. Virtual goroutines are stamped when they leave their machine. */
    private static void stampWait(Machine machine, int time) {
        if (machine.currentAcquire() instanceof DirectGoroutine direct) {
            direct.stampWait(time);
        }
    }

    /**
     * Waits until another machine has given this one a processor; it holds none. Now and then it looks for an idle one by
     * itself. Takes no memory. Keeps the thread's interrupt status.
     */
    private void awaitProcessor(Machine machine, BoundGoroutine entry) {
        boolean interrupted = false;
        boolean helpedItself = false;
        machine.setAwaitingTurn(true);
        note(machine, TaskStatus.WAIT);
        while (!helpedItself && !machine.hasAssignment()) {
            LockSupport.parkNanos(state, Overdue.NANOS);
            interrupted |= Thread.interrupted();
            helpedItself = !machine.hasAssignment() && handOff.tryHelpItself(machine, entry);
        }
        if (!helpedItself) {
            machine.takeAssignment();
        }
        machine.setAwaitingTurn(false);
        note(machine, TaskStatus.RUN);
        if (interrupted) {
            machine.thread().interrupt();
        }
    }

    /** For the kind of the task, if this turn is a sample. */
    private void note(Machine machine, TaskStatus status) {
        KindTurn turn = machine.counters().kindTurn();
        if (turn.isSampled()) {
            turn.enter(status, state.clock().nanos());
        }
    }

    /** For a direct goroutine that has lost its processor. */
    private void getTurn(Machine machine, boolean expired) {
        handOff.acknowledgeLoss(machine);
        if (!handOff.tryRegain(machine)) {
            awaitProcessor(machine, queue(machine, expired));
        }
    }

    private BoundGoroutine queue(Machine machine, boolean expired) {
        BoundGoroutine entry = new BoundGoroutine(machine);
        if (expired) {
            readying.readyExpired(machine, entry);
        } else {
            readying.readyGlobal(entry);
        }
        return entry;
    }

    private static @Nullable StatusClock clock(Machine machine) {
        return machine.currentAcquire() instanceof VirtualGoroutine virtual ? virtual.clock() : null;
    }

    /**
     * Removes entries whose machines have taken a processor themselves, and that no machine has met since. When all
     * machines have ended.
     */
    public void clearEntries() {
        Batch<Goroutine> left = new Batch<>();
        state.queues().global().drainTo(left, Integer.MAX_VALUE, 0);
        state.queues().backlog().drainTo(left, Integer.MAX_VALUE);
        for (Goroutine each = left.remove(); each != null; each = left.remove()) {
            if (!(each instanceof BoundGoroutine)) {
                state.queues().global().add(each, 0); // a defect: to be seen in snapshots
            }
        }
    }

    /** Whether others wait to run, not counting those that have used up a time slice. */
    public boolean othersWait(Machine machine) {
        return state.queues().global().hasFresh() || hasLocalWork(machine);
    }

    /** RESIZE-1. */
    private boolean holdsOneTooMany(Machine machine) {
        Processor held = machine.processor();
        return held != null && held.id() >= state.processors().count();
    }

    private boolean hasWork(Machine machine) {
        return !state.queues().global().isEmpty() || hasLocalWork(machine);
    }

    private static boolean hasLocalWork(Machine machine) {
        LocalRunQueue<Goroutine> queue = machine.queue();
        return queue != null && !queue.isEmpty();
    }
}
