package dev.gmp.internal.leak;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.Future;

/** A scheduler whose goroutines wait for something until they are interrupted. */
final class Stuck implements AutoCloseable {

    final GmpScheduler scheduler;

    Stuck(SchedulerBuilder builder) {
        scheduler = builder.build();
    }

    /** What a goroutine does. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    Future<?> start(Body body) {
        return scheduler.submit(() -> {
            body.run();
            return null;
        });
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
        Schedulers.awaitTermination(scheduler);
    }
}
