package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.cluster.Cluster;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Warnings about single messages. Of each kind one a minute is logged, so that bad messages do not flood the log. A
 * log that throws does no harm.
 */
final class Warnings {

    private static final System.Logger LOGGER = System.getLogger(Cluster.class.getName());
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Map<String, Long> last = new ConcurrentHashMap<>();

    /** @param text a format for {@code subject} */
    void warn(String kind, String text, Object subject, Throwable cause) {
        try {
            long now = System.nanoTime();
            if (last.merge(kind, now, (before, at) -> at - before < PAUSE_NANOS ? before : at) == now) {
                LOGGER.log(System.Logger.Level.WARNING, text.formatted(subject), cause);
            }
        } catch (Throwable fromLog) {
            // dropped, as the next messages go on
        }
    }
}
