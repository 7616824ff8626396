package dev.gmp.internal.spawn;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.gmp.ResumedGoroutine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.runq.GlobalRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.HandOff;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.QueuePermits;
import dev.gmp.internal.sched.Readying;
import dev.gmp.internal.sched.WakeUp;
import dev.gmp.internal.util.StackReserve;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * How a task comes in (Go: newproc): admitted, or dealt with in {@link FullQueue}; made a goroutine; accepted.
 *
 * <p>Here a new goroutine becomes the scheduler's duty, or is refused (SHUT-1, in {@link Lifecycle}).
 *
 * <p>From one of the scheduler's own machines it goes into runnext, as Go's {@code go} statement does; from any other
 * thread into that thread's lane of the global queue.
 *
 * <p>A task that was accepted before, by a timer or a bulkhead, is counted already. There is no submitter left to refuse it
 * to: it takes room in the queue even if there is none, also after shutdown.
 */
public final class Spawner {

    private final SchedulerState state;
    private final GlobalRunQueue<Goroutine> globalQueue;
    private final Readying readying;
    private final WakeUp wakeUp;
    private final Lifecycle lifecycle;
    private final HandOff handOff;
    private final QueuePermits queuePermits;
    private final FullQueue fullQueue;
    private final VirtualGoroutines virtualGoroutines;

    public Spawner(
            SchedulerState state,
            Readying readying,
            WakeUp wakeUp,
            Lifecycle lifecycle,
            HandOff handOff,
            QueuePermits queuePermits,
            FullQueue fullQueue) {
        this.state = state;
        this.globalQueue = state.queues().global();
        this.readying = readying;
        this.wakeUp = wakeUp;
        this.lifecycle = lifecycle;
        this.handOff = handOff;
        this.queuePermits = queuePermits;
        this.fullQueue = fullQueue;
        this.virtualGoroutines = new VirtualGoroutines(state, this, readying, lifecycle, queuePermits);
    }

    public VirtualGoroutines virtualGoroutines() {
        return virtualGoroutines;
    }

    /**
     * Runs a task on a goroutine of a kind.
     *
     * @param kind direct or virtual
     * @throws RejectedExecutionException if there is no room and the policy says so, or after shutdown
     */
    public void execute(Runnable task, GoroutineMode kind) {
        StackReserve.ensure();
        if (!queuePermits.tryEnter() && !fullQueue.admit(task)) {
            return;
        }
        boolean started;
        try {
            started = tryStart(task, kind);
        } catch (Throwable noMemory) {
            queuePermits.begins();
            throw noMemory;
        }
        if (!started) {
            queuePermits.begins();
            throw fullQueue.isOver(task);
        }
    }

    /**
     * Runs the next part of work that has begun before: past the limit of the queue, and as part of what an orderly shutdown
     * waits for.
     *
     * @param last whether it comes after those that wait on this processor, instead of next
     * @throws RejectedExecutionException from outside after shutdown, from inside after {@code shutdownNow}
     */
    public void resume(Runnable part, boolean last) {
        StackReserve.ensure();
        ResumedGoroutine goroutine = new ResumedGoroutine(part);
        queuePermits.enterAnyway();
        boolean accepted = last ? tryResumeLast(goroutine) : tryResume(goroutine);
        if (!accepted) {
            queuePermits.begins();
            throw fullQueue.isOver(part);
        }
    }

    private boolean tryStart(Runnable task, GoroutineMode kind) {
        Runnable toRun = MachineThreads.inheriting(task);
        if (kind != GoroutineMode.VIRTUAL) {
            return tryAccept(new DirectGoroutine(toRun));
        }
        try {
            virtualGoroutines.start(toRun);
            return true;
        } catch (RejectedExecutionException afterShutdown) {
            return false;
        }
    }

    /**
     * Makes a goroutine of a task that the scheduler has accepted before and counts already.
     *
     * @param kind direct or virtual
     * @throws OutOfMemoryError if there is none for a goroutine; then nothing has happened
     */
    public void startAccepted(Runnable task, GoroutineMode kind) {
        if (kind == GoroutineMode.VIRTUAL) {
            virtualGoroutines.startCounted(task);
        } else {
            DirectGoroutine goroutine = new DirectGoroutine(task);
            queuePermits.enterAnyway();
            readying.readyLast(goroutine);
        }
    }

    /** @return false after shutdown; nothing has happened then */
    boolean tryAccept(Goroutine goroutine) {
        Machine machine = runningMachine();
        LocalRunQueue<Goroutine> queue = machine == null ? null : queueOf(machine);
        if (machine == null || queue == null) {
            return acceptFromOutside(goroutine);
        }
        if (!lifecycle.accepts()) {
            return false;
        }
        acceptFromMachine(machine, queue, goroutine);
        return true;
    }

    /**
     * As above, for the next part of work that has begun. An orderly shutdown lets that work end, so a goroutine may
     * still resume it; that one is alive, therefore the scheduler is not finished (SHUT-1).
     */
    private boolean tryResume(Goroutine goroutine) {
        Machine machine = runningMachine();
        if (machine == null) {
            return acceptFromOutside(goroutine);
        }
        LocalRunQueue<Goroutine> queue = queueOf(machine);
        if (queue == null) { // the lanes are closed after shutdown
            return acceptFromOutside(goroutine) || tryResumeLast(goroutine);
        }
        if (lifecycle.startsNothing()) {
            return false;
        }
        acceptFromMachine(machine, queue, goroutine);
        return true;
    }

    /** As above, for a part that comes after the tasks that wait on this processor. */
    private boolean tryResumeLast(Goroutine goroutine) {
        Machine machine = runningMachine();
        if (machine == null) {
            return acceptFromOutside(goroutine);
        }
        if (lifecycle.startsNothing()) {
            return false;
        }
        machine.counters().countSpawned();
        readying.readyLast(goroutine);
        return true;
    }

    /**
     * The caller's, if it runs a goroutine that the scheduler's end waits for. A listener is told between two of them, when the
     * last one may be over, and so it may be while a thread runs that is only carried.
     */
    private @Nullable Machine runningMachine() {
        Machine machine = state.currentMachine();
        Goroutine current = machine == null ? null : machine.currentAcquire();
        return current == null || (current instanceof VirtualGoroutine virtual && virtual.isAdopted()) ? null : machine;
    }

    /** Of a machine that holds its processor it is at hand. */
    private @Nullable LocalRunQueue<Goroutine> queueOf(Machine machine) {
        LocalRunQueue<Goroutine> own = machine.ownQueue();
        return own != null ? own : handOff.queueOf(machine);
    }

    private void acceptFromMachine(Machine machine, LocalRunQueue<Goroutine> queue, Goroutine goroutine) {
        if (Readying.isSampled(machine.counters().ownSpawned())) {
            goroutine.stampReady(state.clock().micros());
        }
        machine.counters().countSpawned();
        readying.readyNext(machine, queue, goroutine);
    }

    private boolean acceptFromOutside(Goroutine goroutine) {
        long threadId = Thread.currentThread().getId();
        if (Readying.isSampled(globalQueue.estimatedAdded(threadId))) {
            goroutine.stampReady(state.clock().micros());
        }
        readying.tellProbe(goroutine);
        if (!globalQueue.offer(goroutine, threadId)) {
            return false;
        }
        wakeUp.afterPut();
        return true;
    }
}
