package dev.gmp.spring;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.SchedulerSnapshot;

/** What a scheduler has begun and not finished, for people. Costs a thread dump. */
final class UnfinishedTasks {

    private UnfinishedTasks() {}

    /** How many tasks run, block and wait; of those on a thread, what they do. */
    static String describe(GmpScheduler scheduler) {
        SchedulerSnapshot snapshot = scheduler.snapshot();
        GoroutineCounts counts = snapshot.goroutines();
        return "%d running, %d blocked, %d parked tasks %s"
                .formatted(
                        counts.running(),
                        counts.syscall(),
                        counts.waiting(),
                        BusyMachines.describe(scheduler, snapshot));
    }
}
