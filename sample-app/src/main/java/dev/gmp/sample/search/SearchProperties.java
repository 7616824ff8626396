package dev.gmp.sample.search;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long and how much a search may take.
 *
 * @param timeout How long a search may run; a caller may ask for less.
 * @param maxLimit How many hits a caller may ask for at once.
 * @param maxOffset How many hits a caller may pass over.
 * @param heartbeat How often an open response is written to, by which a caller who has gone is noticed.
 */
@ConfigurationProperties("sample.search")
public record SearchProperties(
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("500") int maxLimit,
        @DefaultValue("10000") int maxOffset,
        @DefaultValue("500ms") Duration heartbeat) {

    private static final Duration LONGEST = Duration.ofDays(1);

    public SearchProperties {
        requireDuration("sample.search.timeout", timeout);
        requireDuration("sample.search.heartbeat", heartbeat);
        requireRange("sample.search.max-limit", maxLimit, 1, 100_000);
        requireRange("sample.search.max-offset", maxOffset, 0, 1_000_000);
    }

    private static void requireDuration(String name, Duration value) {
        if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from 1 ms to 1 day");
        }
    }

    private static void requireRange(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from " + least + " to " + most);
        }
    }
}
