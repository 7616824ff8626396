package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.GlobalRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;

/**
 * Where a new goroutine becomes the scheduler's duty, or is refused (SHUT-1, in {@link Lifecycle}).
 *
 * <p>From one of the scheduler's own machines it goes into runnext, as Go's {@code go} statement does; from any other
 * thread into that thread's lane of the global queue.
 */
final class Acceptance {

    private final SchedulerState state;
    private final GlobalRunQueue<Goroutine> globalQueue;
    private final Readying readying;
    private final WakeUp wakeUp;
    private final Lifecycle lifecycle;
    private final HandOff handOff;

    Acceptance(SchedulerState state, Readying readying, WakeUp wakeUp, Lifecycle lifecycle, HandOff handOff) {
        this.state = state;
        this.globalQueue = state.globalQueue();
        this.readying = readying;
        this.wakeUp = wakeUp;
        this.lifecycle = lifecycle;
        this.handOff = handOff;
    }

    /** @return false after shutdown; nothing has happened then */
    boolean tryAccept(Goroutine goroutine) {
        Machine machine = state.currentMachine();
        // Between two goroutines a listener may submit something.
        LocalRunQueue<Goroutine> queue =
                machine == null || machine.currentAcquire() == null ? null : handOff.queueOf(machine);
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
     * The same for a thread that a goroutine has started as part of its own work. An orderly shutdown lets that work end,
     * so it may still divide itself; the starter is alive, therefore the scheduler is not finished (SHUT-1). A listener that is
     * told between two goroutines is no starter.
     */
    boolean tryAdopt(Goroutine goroutine) {
        Machine machine = state.currentMachine();
        if (machine == null || machine.currentAcquire() == null) {
            return acceptFromOutside(goroutine);
        }
        LocalRunQueue<Goroutine> queue = handOff.queueOf(machine);
        if (queue == null) { // the lanes are closed after shutdown
            return acceptFromOutside(goroutine) || tryAdoptLast(goroutine);
        }
        if (lifecycle.startsNothing()) {
            return false;
        }
        acceptFromMachine(machine, queue, goroutine);
        return true;
    }

    /** The same for one that lets those go first that wait on this processor already. */
    boolean tryAdoptLast(Goroutine goroutine) {
        Machine machine = state.currentMachine();
        if (machine == null || machine.currentAcquire() == null) {
            return acceptFromOutside(goroutine);
        }
        if (lifecycle.startsNothing()) {
            return false;
        }
        machine.counters().countSpawned();
        readying.readyLast(goroutine);
        return true;
    }

    private void acceptFromMachine(Machine machine, LocalRunQueue<Goroutine> queue, Goroutine goroutine) {
        if (Readying.isSampled(machine.counters().ownSpawned())) {
            goroutine.stampReady(state.uptimeMicros());
        }
        machine.counters().countSpawned();
        readying.readyNext(machine, queue, goroutine);
    }

    private boolean acceptFromOutside(Goroutine goroutine) {
        long threadId = Thread.currentThread().getId();
        if (Readying.isSampled(globalQueue.estimatedAdded(threadId))) {
            goroutine.stampReady(state.uptimeMicros());
        }
        readying.tellProbe(goroutine);
        if (!globalQueue.offer(goroutine, threadId)) {
            return false;
        }
        wakeUp.afterPut();
        return true;
    }
}
