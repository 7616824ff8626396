package dev.gmp.simulation.world;

import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.LeakWatchConfig;
import dev.gmp.config.OvertimePolicy;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.sysmon.Overload;
import dev.gmp.observe.trace.FlightRecorder;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Random;

/** What a seed makes of a scheduler and of those that use it. */
final class Plan {

    private static final int MANY_MACHINES = 1_000;

    private final SchedulerConfig config;
    private final boolean watched;
    private final boolean resizes;
    private final int submitters;
    private final int tasksEach;
    private final boolean endsAtOnce;
    private final int hogs;

    Plan(Random random) {
        int procs = 1 + random.nextInt(4);
        watched = random.nextInt(3) > 0;
        boolean tight = random.nextInt(5) == 0;
        boolean bounded = random.nextInt(4) == 0;
        config = new SchedulerConfig(
                "simulated",
                procs,
                random.nextInt(2) == 0 ? GoroutineMode.DIRECT : GoroutineMode.VIRTUAL,
                random.nextInt(3) == 0 ? Discipline.LIFO : Discipline.GO,
                Duration.ofMillis(10),
                tight ? procs + random.nextInt(2) : MANY_MACHINES,
                random.nextInt(2) == 0 ? Duration.ofDays(1) : Duration.ofMillis(1 + random.nextInt(20)),
                bounded ? OptionalInt.of(2 + random.nextInt(6)) : OptionalInt.empty(),
                1_000_000,
                RejectionPolicy.values()[random.nextInt(RejectionPolicy.values().length)],
                Duration.ZERO,
                random.nextInt(4) == 0,
                Duration.ZERO,
                OvertimePolicy.KEEP_PRIORITY,
                10,
                false,
                procs == 4,
                FlightRecorder.LEAST_BYTES,
                procs > 1,
                LeakWatchConfig.OFF);
        resizes = !tight && random.nextInt(3) == 0;
        submitters = 1 + random.nextInt(3);
        tasksEach = 1 + random.nextInt(10);
        endsAtOnce = random.nextInt(6) == 0;
        boolean isCrowded = watched && !tight && !bounded && procs <= 2 && random.nextInt(8) == 0;
        hogs = isCrowded ? Overload.BOUND * procs + 1 + random.nextInt(4 * procs) : 0;
    }

    SchedulerConfig config() {
        return config;
    }

    /** Small, so that rings overflow. */
    int ringCapacity() {
        return 4;
    }

    /** Whether sysmon looks after the others. Without it nothing heals a lost wake-up. */
    boolean watched() {
        return watched;
    }

    boolean resizes() {
        return resizes;
    }

    int submitters() {
        return submitters;
    }

    int tasksEach() {
        return tasksEach;
    }

    boolean endsAtOnce() {
        return endsAtOnce;
    }

    /** Tasks that compute for long and give way to none: more than may do so without a processor before others pass. */
    int hogs() {
        return hogs;
    }

    boolean isVirtual() {
        return config.goroutines() == GoroutineMode.VIRTUAL;
    }

    /** Whether tasks may wait for each other: a waiter must not keep the other one from running. */
    boolean mayWait() {
        return (isVirtual() || watched) && config.maxMachines() == MANY_MACHINES && !config.bounded() && !endsAtOnce;
    }
}
