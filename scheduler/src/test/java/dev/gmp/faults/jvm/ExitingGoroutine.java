package dev.gmp.faults.jvm;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.util.concurrent.TimeUnit;

/** A goroutine ends the JVM, whose shutdown hook still needs the scheduler's only processor. */
public final class ExitingGoroutine {

    private ExitingGoroutine() {}

    public static void main(String[] args) {
        GmpScheduler scheduler = GmpScheduler.builder()
                .maxProcs(1)
                .goroutines(GoroutineMode.valueOf(args[0]))
                .build();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> lastWork(scheduler)));
        scheduler.execute(() -> System.exit(7));
    }

    private static void lastWork(GmpScheduler scheduler) {
        try {
            String answer = scheduler.submit(() -> "ran").get(60, TimeUnit.SECONDS);
            String later =
                    scheduler.schedule(() -> "fired", 10, TimeUnit.MILLISECONDS).get(60, TimeUnit.SECONDS);
            scheduler.shutdownNow();
            System.out.println("the hook's task " + answer + ", its timer " + later);
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
