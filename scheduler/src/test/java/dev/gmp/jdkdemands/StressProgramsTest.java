package dev.gmp.jdkdemands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The JDK's stress programs, each on one processor and on four; a little by default, and in the profile {@code long} at the
 * share of their full size that {@code gmp.stress.operations} is of its own.
 */
class StressProgramsTest {

    private static final double SHARE = Long.getLong("gmp.stress.operations", 500_000) / 100_000_000.0;

    @ParameterizedTest
    @EnumSource(StressProgram.class)
    void aLittle(StressProgram program) throws Exception {
        run(program, 1, 0.01);
        run(program, 4, 0.01);
    }

    @ParameterizedTest
    @Tag("long")
    @Timeout(7_200)
    @EnumSource(StressProgram.class)
    void atLength(StressProgram program) throws Exception {
        run(program, 1, SHARE);
        run(program, 4, SHARE);
    }

    private static void run(StressProgram program, int procs, double share) throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        GmpScheduler scheduler = Schedulers.direct(procs)
                .name(program.name())
                .goroutines(GoroutineMode.VIRTUAL)
                .build();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        String ours = "gmp-" + program.name() + "-";
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (thread.getName().startsWith(ours)) { // others may throw meanwhile
                uncaught.set(thrown);
            }
        });
        try {
            program.run(scheduler, share);
            scheduler.shutdown();
            Schedulers.awaitTermination(scheduler);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
            scheduler.shutdownNow();
        }
        SchedulerSnapshot end = scheduler.snapshot();
        assertThat(uncaught.get()).isNull();
        assertThat(end.counters().completed())
                .as("%s", end)
                .isEqualTo(end.counters().created());
        assertThat(end.goroutines().live()).as("%s", end).isZero();
    }
}
