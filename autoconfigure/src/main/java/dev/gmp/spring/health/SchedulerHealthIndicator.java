package dev.gmp.spring.health;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.SchedulerSnapshot.Phase;
import dev.gmp.spring.BusyMachines;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * One scheduler's health.
 *
 * <pre>
 *   DOWN             stalled: tasks wait and none was begun for stall-after; says what every machine is doing
 *   OUT_OF_SERVICE   shut down: it takes no task any more
 *   UP               else, with a warning while every machine that may exist is in use and tasks wait
 * </pre>
 *
 * <p>The limit of machines alone is no failure: it is there to hold work back, and the work goes on. When it does not, the
 * scheduler is stalled.
 */
final class SchedulerHealthIndicator extends AbstractHealthIndicator {

    private static final int MOST_MACHINES = 50;

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
            builder.outOfService().withDetail("reason", "it is shut down and takes no task");
        } else if (snapshot.stalled()) {
            String reason =
                    "tasks wait and none was begun for " + snapshot.settings().stallAfter();
            builder.down()
                    .withDetail("reason", atLimit(snapshot) ? reason + "; " + limit(snapshot) : reason)
                    .withDetail(
                            "doing",
                            BusyMachines.describe(scheduler, snapshot).stream()
                                    .limit(MOST_MACHINES)
                                    .toList());
        } else {
            builder.up();
            if (waiting > 0 && atLimit(snapshot)) {
                builder.withDetail("warning", limit(snapshot));
            }
        }
    }

    private static boolean atLimit(SchedulerSnapshot snapshot) {
        return snapshot.machineCounts().total() >= snapshot.settings().maxMachines()
                && snapshot.machineCounts().idle() == 0;
    }

    private static String limit(SchedulerSnapshot snapshot) {
        return "all %d machines that max-machines allows are in use"
                .formatted(snapshot.settings().maxMachines());
    }
}
