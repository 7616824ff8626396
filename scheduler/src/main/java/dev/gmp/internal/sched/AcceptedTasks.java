package dev.gmp.internal.sched;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.DirectGoroutine;

/**
 * Makes goroutines of tasks that the scheduler has accepted before and counts already: there is nobody left to refuse them
 * to, so each takes a place of the queue even if there is none, also after shutdown.
 */
final class AcceptedTasks {

    private final Admission admission;
    private final Readying readying;
    private final VirtualGoroutines virtualGoroutines;

    AcceptedTasks(Admission admission, Readying readying, VirtualGoroutines virtualGoroutines) {
        this.admission = admission;
        this.readying = readying;
        this.virtualGoroutines = virtualGoroutines;
    }

    /**
     * @param kind direct or virtual
     * @throws OutOfMemoryError if there is none for a goroutine; then nothing has happened
     */
    void start(Runnable task, GoroutineMode kind) {
        if (kind == GoroutineMode.VIRTUAL) {
            virtualGoroutines.startCounted(task);
        } else {
            DirectGoroutine goroutine = new DirectGoroutine(task);
            admission.enterAnyway();
            readying.readyLast(goroutine);
        }
    }
}
