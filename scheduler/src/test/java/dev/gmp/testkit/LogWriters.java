package dev.gmp.testkit;

import java.util.concurrent.TimeUnit;

/** The threads of this JVM that write lines for others, which do not wait for them. */
public final class LogWriters {

    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(60);

    private LogWriters() {}

    /** Returns when lines that were logged before are written. Not for ever: what they are written to may be blocked. */
    public static void awaitLines() {
        try {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("gmp-log")) {
                    thread.join(PATIENCE_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
