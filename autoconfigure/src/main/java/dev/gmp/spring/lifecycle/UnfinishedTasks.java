package dev.gmp.spring.lifecycle;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.BulkheadSnapshot;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.Listing;
import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.SchedulerSnapshot;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a scheduler has begun and not finished, for people. */
final class UnfinishedTasks {

    private static final Set<Thread.State> PARKED =
            EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.BLOCKED);

    private UnfinishedTasks() {}

    /**
     * How many tasks run, block and wait, and what they do: those on a machine, then those that are parked.
     *
     * @param leftOut threads of tasks that are not described
     */
    static String describe(GmpScheduler scheduler, Set<Thread> leftOut) {
        SchedulerSnapshot snapshot = scheduler.snapshot();
        GoroutineCounts counts = snapshot.goroutines();
        List<Thread> parked = parked(scheduler, snapshot).stream()
                .filter(thread -> !leftOut.contains(thread))
                .toList();
        List<String> doing = new ArrayList<>(BusyMachines.describe(scheduler, snapshot, leftOut));
        doing.addAll(BusyMachines.describe(parked));
        return "%d running, %d blocked, %d parked tasks %s%s"
                .formatted(counts.running(), counts.syscall(), parked.size(), doing, bulkheads(snapshot));
    }

    /** Threads that are only carried are none of the tasks. */
    private static List<Thread> parked(GmpScheduler scheduler, SchedulerSnapshot snapshot) {
        Set<String> machines =
                snapshot.machines().stream().map(MachineSnapshot::threadName).collect(Collectors.toSet());
        return scheduler.taskThreads().stream()
                .filter(thread -> !machines.contains(thread.getName()))
                .filter(thread -> PARKED.contains(thread.getState()))
                .toList();
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
