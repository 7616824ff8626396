package dev.gmp;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** {@code ExecutorService.close} of JDK 19 and later. */
final class Closing {

    private Closing() {}

    /** Shuts down and waits until all tasks have ended. An interrupt is passed on to them, and set again on return. */
    static void shutDownAndWait(ExecutorService executor) {
        executor.shutdown();
        boolean interrupted = false;
        while (!executor.isTerminated()) {
            try {
                executor.awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                interrupted = true;
                executor.shutdownNow();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
