package dev.gmp;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.wiring.Scheduler;

/**
 * Schedulers without sysmon: a task that blocks or computes keeps its processor, so a test knows what has it. What needs
 * sysmon to work is not tested with these.
 */
public final class Unwatched {

    private Unwatched() {}

    public static GmpScheduler build(SchedulerBuilder builder) {
        return build(builder, LocalRunQueue.CAPACITY);
    }

    /** @param queueCapacity the size of each local ring */
    public static GmpScheduler build(SchedulerBuilder builder, int queueCapacity) {
        return build(builder, queueCapacity, false);
    }

    /** @param watched whether it has sysmon after all */
    public static GmpScheduler build(SchedulerBuilder builder, int queueCapacity, boolean watched) {
        SchedulerConfig config = builder.build().config();
        return new GmpScheduler(config, new Scheduler(config, null, queueCapacity, watched));
    }
}
