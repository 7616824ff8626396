package dev.gmp.internal.spawn;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.sched.QueuePermits;
import dev.gmp.internal.sched.Readying;

/**
 * Makes goroutines of tasks that the scheduler has accepted before and counts already: there is nobody left to refuse them
 * to, so each takes a place of the queue even if there is none, also after shutdown.
 */
public final class AcceptedTasks {

    private final QueuePermits queuePermits;
    private final Readying readying;
    private final VirtualGoroutines virtualGoroutines;

    public AcceptedTasks(QueuePermits queuePermits, Readying readying, VirtualGoroutines virtualGoroutines) {
        this.queuePermits = queuePermits;
        this.readying = readying;
        this.virtualGoroutines = virtualGoroutines;
    }

    /**
     * @param kind direct or virtual
     * @throws OutOfMemoryError if there is none for a goroutine; then nothing has happened
     */
    public void start(Runnable task, GoroutineMode kind) {
        if (kind == GoroutineMode.VIRTUAL) {
            virtualGoroutines.startCounted(task);
        } else {
            DirectGoroutine goroutine = new DirectGoroutine(task);
            queuePermits.enterAnyway();
            readying.readyLast(goroutine);
        }
    }
}
