package dev.gmp.spring;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.BulkheadSnapshot;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.Listing;
import dev.gmp.observe.SchedulerSnapshot;
import java.util.List;
import java.util.stream.Collectors;

/** What a scheduler has begun and not finished, for people. */
final class UnfinishedTasks {

    private UnfinishedTasks() {}

    /** How many tasks run, block and wait; of those on a thread, what they do. */
    static String describe(GmpScheduler scheduler) {
        SchedulerSnapshot snapshot = scheduler.snapshot();
        GoroutineCounts counts = snapshot.goroutines();
        return "%d running, %d blocked, %d parked tasks %s%s"
                .formatted(
                        counts.running(),
                        counts.syscall(),
                        counts.waiting(),
                        BusyMachines.describe(scheduler, snapshot),
                        bulkheads(snapshot));
    }

    private static String bulkheads(SchedulerSnapshot snapshot) {
        List<BulkheadSnapshot> left = snapshot.bulkheads().stream()
                .filter(bulkhead -> bulkhead.live() > 0)
                .toList();
        return Listing.of(left, UnfinishedTasks::describe).stream()
                .map(text -> "; " + text)
                .collect(Collectors.joining());
    }

    private static String describe(BulkheadSnapshot bulkhead) {
        return "of bulkhead '%s' %d have begun or are about to, %d wait"
                .formatted(bulkhead.name(), bulkhead.live(), bulkhead.queued());
    }
}
