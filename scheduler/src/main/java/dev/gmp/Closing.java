package dev.gmp;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** What {@code ExecutorService.close} does from JDK 19 on. */
final class Closing {

    private Closing() {}

    /** Shuts down and waits until all tasks have ended; an interrupt is handed on to them, and set again on return. */
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
