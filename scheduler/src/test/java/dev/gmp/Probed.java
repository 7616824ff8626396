package dev.gmp;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.wiring.Scheduler;

/** Schedulers with a probe of the test's own, which hears of everything from the beginning. */
public final class Probed {

    private Probed() {}

    public static GmpScheduler build(SchedulerBuilder builder, Probe probe) {
        SchedulerConfig config = builder.build().config();
        Scheduler scheduler = new Scheduler(config, null, LocalRunQueue.CAPACITY, true);
        scheduler.probes().plugIn(probe, true);
        return new GmpScheduler(config, scheduler);
    }
}
