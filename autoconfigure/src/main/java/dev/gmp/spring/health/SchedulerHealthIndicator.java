package dev.gmp.spring.health;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.BulkheadSnapshot;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.SchedulerSnapshot.Phase;
import dev.gmp.spring.lifecycle.BusyMachines;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * One scheduler's health.
 *
 * <pre>
 *   DOWN             stalled: tasks wait, and no task has started for stall-after; says what every machine is doing
 *   OUT_OF_SERVICE   shut down: it takes no task any more
 *   UP               else, with a warning while every machine that may exist is in use and tasks wait, while a queue or
 *                    a bulkhead is full, while all processors are busy and a task has waited for stall-after, or while
 *                    goroutines wait for each other or seem to be forgotten
 * </pre>
 *
 * <p>The limit of machines alone is no failure: it is there to hold work back, and the work goes on. When it does not, the
 * scheduler is stalled. Nor is a full bulkhead a failure: refusing is what it is there for, and all other work goes on.
 */
final class SchedulerHealthIndicator extends AbstractHealthIndicator {

    private final GmpScheduler scheduler;

    SchedulerHealthIndicator(GmpScheduler scheduler) {
        super("the scheduler's health check failed");
        this.scheduler = scheduler;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        SchedulerSnapshot snapshot = scheduler.snapshot();
        long waiting = snapshot.goroutines().runnable();
        builder.withDetail("scheduler", snapshot.name())
                .withDetail("procs", snapshot.procs())
                .withDetail("machines", snapshot.machineCounts().total())
                .withDetail("waiting", waiting);
        if (snapshot.phase() != Phase.RUNNING) {
            builder.outOfService().withDetail("reason", "the scheduler is shut down and accepts no task");
        } else if (snapshot.stalled()) {
            String reason = "tasks wait, and no task has started for "
                    + snapshot.settings().stallAfter();
            builder.down()
                    .withDetail("reason", atLimit(snapshot) ? reason + "; " + limit(snapshot) : reason)
                    .withDetail("doing", BusyMachines.describe(scheduler, snapshot));
        } else {
            builder.up();
            List<String> warnings = warnings(snapshot, waiting);
            if (!warnings.isEmpty()) {
                builder.withDetail("warning", String.join("; ", warnings));
            }
        }
    }

    private static List<String> warnings(SchedulerSnapshot snapshot, long waiting) {
        List<String> warnings = new ArrayList<>();
        if (waiting > 0 && atLimit(snapshot)) {
            warnings.add(limit(snapshot));
        }
        int queued = snapshot.queued().orElse(0);
        int capacity = snapshot.settings().queueCapacity().orElse(Integer.MAX_VALUE);
        if (queued >= capacity) {
            warnings.add("the queue is full: %d tasks wait, and queue-capacity is %d".formatted(queued, capacity));
        }
        if (snapshot.idleQueued() >= snapshot.settings().idleQueueCapacity()) {
            warnings.add("the idle queue is full: %d tasks wait, and idle-queue-capacity is %d"
                    .formatted(snapshot.idleQueued(), snapshot.settings().idleQueueCapacity()));
        }
        if (isSaturated(snapshot)) {
            warnings.add("saturated: all %d processors are busy, and a task has waited for %s"
                    .formatted(snapshot.procs(), snapshot.oldestRunnable().truncatedTo(ChronoUnit.MILLIS)));
        }
        if (snapshot.deadlocks() > 0) {
            warnings.add("deadlocks: %d, which the log and the endpoint gmpgoroutines describe"
                    .formatted(snapshot.deadlocks()));
        }
        if (snapshot.suspectedGoroutines() > 0) {
            warnings.add("%d goroutines seem to be forgotten; the log and the endpoint gmpgoroutines name their stacks"
                    .formatted(snapshot.suspectedGoroutines()));
        }
        snapshot.bulkheads().stream()
                .filter(BulkheadSnapshot::isFull)
                .map(full -> "bulkhead '%s' is full: %d of %d goroutines live, %d of %d tasks wait"
                        .formatted(
                                full.name(),
                                full.live(),
                                full.settings().maxGoroutines(),
                                full.queued(),
                                full.settings().queueCapacity().getAsInt()))
                .forEach(warnings::add);
        return warnings;
    }

    /** For as long as would be a stall, if nothing were begun meanwhile. */
    private static boolean isSaturated(SchedulerSnapshot snapshot) {
        Duration limit = snapshot.settings().stallAfter();
        return !limit.isZero()
                && snapshot.idleProcs() == 0
                && snapshot.oldestRunnable().compareTo(limit) >= 0;
    }

    private static boolean atLimit(SchedulerSnapshot snapshot) {
        return snapshot.machineCounts().total() >= snapshot.settings().maxMachines()
                && snapshot.machineCounts().idle() == 0;
    }

    private static String limit(SchedulerSnapshot snapshot) {
        int locked = snapshot.machineCounts().locked();
        return "all %d worker threads that threads.max allows are in use%s"
                .formatted(
                        snapshot.settings().maxMachines(),
                        locked == 0 ? "" : ", %d of them locked to a waiting task".formatted(locked));
    }
}
