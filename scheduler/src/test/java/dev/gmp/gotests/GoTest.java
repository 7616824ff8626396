package dev.gmp.gotests;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs on each kind of goroutine. Nothing is asserted of time: what Go's tests ask for happens, or the test times out. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
abstract class GoTest {

    /** Go's tests run shortened with {@code -short}; here they do unless the profile is {@code long}. */
    static final boolean SHORT = Integer.getInteger("gmp.stress.operations", 1_000_000) <= 1_000_000;

    @Parameter
    GoroutineMode mode;

    GmpScheduler scheduler;

    void open(int procs) {
        scheduler = builder(procs).build();
    }

    SchedulerBuilder builder(int procs) {
        return Schedulers.direct(procs).goroutines(mode);
    }

    @AfterEach
    void end() {
        if (scheduler != null) {
            scheduler.shutdownNow();
            Schedulers.awaitTermination(scheduler);
        }
    }

    /** What a goroutine does. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    /** The {@code go} statement, whose outcome can be waited for. */
    Future<?> go(Body body) {
        return scheduler.submit(() -> {
            body.run();
            return null;
        });
    }

    static void join(Iterable<Future<?>> all) throws Exception {
        for (Future<?> each : all) {
            each.get(200, TimeUnit.SECONDS);
        }
    }
}
