package dev.gmp.sample.search;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long and how much a search may take.
 *
 * @param timeout Maximum time that a search may run. A request may set less.
 * @param maxLimit Maximum number of hits in one response.
 * @param maxOffset Maximum number of hits that a request may skip.
 * @param heartbeat Interval at which an open response is written to. A failed write shows that the client has disconnected.
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
