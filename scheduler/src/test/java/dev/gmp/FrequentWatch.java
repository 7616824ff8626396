package dev.gmp;

import dev.gmp.observe.incident.IncidentFolder;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Watches for incidents that look ten times a second, and count five such looks as five seconds. */
public final class FrequentWatch {

    /** From one look to the next. */
    public static final Duration TICK = Duration.ofMillis(100);

    private FrequentWatch() {}

    public static IncidentWatch of(
            GmpScheduler scheduler,
            IncidentFolder folder,
            Duration minInterval,
            Duration latencyLimit,
            Supplier<@Nullable String> health) {
        return new IncidentWatch(List.of(scheduler), folder, minInterval, latencyLimit, health, TICK);
    }
}
