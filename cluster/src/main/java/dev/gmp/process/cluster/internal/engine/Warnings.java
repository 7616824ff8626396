package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.cluster.Cluster;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Warnings of the cluster. A log that throws does no harm: a periodic task goes on, and so do the next messages. */
final class Warnings {

    private static final System.Logger LOGGER = System.getLogger(Cluster.class.getName());
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Map<String, Long> last = new ConcurrentHashMap<>();

    /**
     * Of each kind one a minute is logged, so that bad messages do not flood the log.
     *
     * @param text a format for {@code subject}
     */
    void warn(String kind, String text, Object subject, Throwable cause) {
        try {
            long now = System.nanoTime();
            if (last.merge(kind, now, (before, at) -> at - before < PAUSE_NANOS ? before : at) == now) {
                log(text.formatted(subject), cause);
            }
        } catch (Throwable noMemory) {
            // dropped, as the next messages go on
        }
    }

    /** Logs each time. */
    static void log(String text, Throwable cause) {
        try {
            LOGGER.log(System.Logger.Level.WARNING, text, cause);
        } catch (Throwable fromLog) {
            // nothing is left to tell it to
        }
    }
}
