package dev.gmp.internal.stats;

import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.QueuePermits;
import dev.gmp.internal.spawn.Rejections;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.observe.SchedulerSnapshot.Phase;
import java.util.List;
import java.util.OptionalInt;

/** What has become of tasks, and whether more are accepted. */
public final class TaskReader {

    private final Lifecycle lifecycle;
    private final QueuePermits queuePermits;
    private final Rejections rejections;
    private final VirtualGoroutines virtualGoroutines;

    public TaskReader(
            Lifecycle lifecycle,
            QueuePermits queuePermits,
            Rejections rejections,
            VirtualGoroutines virtualGoroutines) {
        this.lifecycle = lifecycle;
        this.queuePermits = queuePermits;
        this.rejections = rejections;
        this.virtualGoroutines = virtualGoroutines;
    }

    Phase phase() {
        return lifecycle.phase();
    }

    boolean isTerminated() {
        return lifecycle.isTerminated();
    }

    long created() {
        return lifecycle.created();
    }

    long completed() {
        return lifecycle.completed();
    }

    /** Those that wait for their first run; empty where there is no limit. */
    OptionalInt queued() {
        return queuePermits.queued();
    }

    long rejections() {
        return rejections.total();
    }

    /** Of virtual goroutines. */
    long uncaughtExceptions() {
        return virtualGoroutines.uncaughtExceptions();
    }

    /** Of those that have begun and not ended. The caller may change the list. */
    List<Thread> virtualThreads() {
        return virtualGoroutines.begun();
    }
}
