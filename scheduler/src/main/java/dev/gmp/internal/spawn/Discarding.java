package dev.gmp.internal.spawn;

import dev.gmp.internal.util.SafeLog;
import java.lang.System.Logger.Level;
import java.util.concurrent.Future;

/** What becomes of an accepted task that never runs: nobody shall wait for it. */
public final class Discarding {

    private static final SafeLog FAILED =
            new SafeLog(Discarding.class, Level.WARNING, "a task that was discarded failed while it was cancelled");

    private Discarding() {}

    /** Cancels it, if it is a future. Throws nothing: what the future does then is its own, and the caller has others to serve. */
    public static void cancel(Runnable discarded) {
        if (discarded instanceof Future<?> future) {
            try {
                future.cancel(false);
            } catch (Throwable fromFuture) {
                FAILED.log(fromFuture);
            }
        }
    }
}
