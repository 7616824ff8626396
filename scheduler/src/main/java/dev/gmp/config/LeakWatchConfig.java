package dev.gmp.config;

import java.time.Duration;
import java.util.Objects;

/**
 * The settings of the watch for leaks and deadlocks. An instance is valid: the constructor throws {@link
 * InvalidSettingException} for a value out of its range.
 *
 * @param enabled whether the scheduler looks for leaks and deadlocks by itself
 * @param interval how often it looks; 1 second to 1 hour
 * @param threshold how long the oldest goroutine of a suspect group has waited at least; 1 second to 365 days
 * @since 0.2.0
 */
public record LeakWatchConfig(boolean enabled, Duration interval, Duration threshold) {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);
    private static final Duration LONGEST_THRESHOLD = Duration.ofDays(365);

    /** On, a look each minute, suspects that have waited for five minutes. */
    public static final LeakWatchConfig DEFAULT =
            new LeakWatchConfig(true, Duration.ofMinutes(1), Duration.ofMinutes(5));

    /** Off. */
    public static final LeakWatchConfig OFF = new LeakWatchConfig(false, DEFAULT.interval, DEFAULT.threshold);

    /**
     * @throws InvalidSettingException if a value is out of its range
     * @throws NullPointerException if a value is null
     */
    public LeakWatchConfig {
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(threshold, "threshold");
        SchedulerConfig.requireBetween("leaks.interval", interval, SHORTEST, LONGEST_INTERVAL);
        SchedulerConfig.requireBetween("leaks.threshold", threshold, SHORTEST, LONGEST_THRESHOLD);
    }
}
