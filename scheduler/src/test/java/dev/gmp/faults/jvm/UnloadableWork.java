package dev.gmp.faults.jvm;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A little of everything on a scheduler that is closed at the end. */
public final class UnloadableWork implements Runnable {

    @Override
    public void run() {
        try {
            work(GoroutineMode.DIRECT);
            if (VirtualThreads.available()) {
                work(GoroutineMode.VIRTUAL);
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void work(GoroutineMode mode) throws Exception {
        try (GmpScheduler scheduler =
                GmpScheduler.builder().name("unloadable").goroutines(mode).build()) {
            Bulkhead bulkhead = scheduler.bulkhead("one").maxGoroutines(1).build();
            for (int i = 0; i < 1_000; i++) {
                scheduler.execute(Goroutines::yield);
                bulkhead.execute(() -> {});
            }
            scheduler.schedule(() -> {}, 5, TimeUnit.MILLISECONDS).get();
            scheduler
                    .submit(() -> {
                        Goroutines.sleep(Duration.ofMillis(2));
                        Thread.sleep(2);
                        return Goroutines.current();
                    })
                    .get();
            scheduler.executeIdle(() -> {});
            scheduler.startTrace().stop();
            scheduler.snapshot();
        }
    }
}
