package dev.gmp.internal.gmp;

import dev.gmp.internal.runq.BacklogQueue;
import dev.gmp.internal.runq.GlobalRunQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Where goroutines wait that are in no processor's own queue. */
public final class SharedQueues {

    private final GlobalRunQueue<Goroutine> global;
    private final GlobalRunQueue<Goroutine> idlePriority = new GlobalRunQueue<>(1);
    private final BacklogQueue<Goroutine> backlog = new BacklogQueue<>();
    private final AtomicInteger abandonedEntries = new AtomicInteger();
    private final DeferredReadies deferredReadies = new DeferredReadies();

    /** @param lanes of the global queue */
    SharedQueues(int lanes) {
        global = new GlobalRunQueue<>(lanes);
    }

    /** Go: {@code sched.runq}. */
    public GlobalRunQueue<Goroutine> global() {
        return global;
    }

    public GlobalRunQueue<Goroutine> idlePriority() {
        return idlePriority;
    }

    /** Deferred goroutines, which later ones pass. No machine takes from here: sysmon brings them back. */
    public BacklogQueue<Goroutine> backlog() {
        return backlog;
    }

    /**
     * Void entries in run queues, because their machines have helped themselves to a processor. What takes one from its
     * queue counts it out.
     */
    public AtomicInteger abandonedEntries() {
        return abandonedEntries;
    }

    /** Goroutines in the global queue and in the backlog, without most of the abandoned entries. */
    public int globalDepth() {
        return Math.max(0, global.size() + backlog.size() - abandonedEntries.get());
    }

    /** As {@link GlobalRunQueue#showEstimated}, of all of them. */
    public int showEstimated(Predicate<? super Goroutine> viewer) {
        return global.showEstimated(viewer) + idlePriority.showEstimated(viewer) + backlog.showEstimated(viewer);
    }

    /** Goroutines whose wakers had no stack left to ready them; sysmon does. */
    public DeferredReadies deferredReadies() {
        return deferredReadies;
    }
}
