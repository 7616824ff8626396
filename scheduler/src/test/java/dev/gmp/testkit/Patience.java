package dev.gmp.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets each test class wait as long as a busy machine may take: Awaitility's own ten seconds are too few there. It looks soon
 * and then less often: most of what is awaited comes sooner than after Awaitility's own 100 milliseconds.
 */
public final class Patience implements BeforeAllCallback {

    private static final Duration LONGEST = Duration.ofSeconds(100);
    private static final Duration FIRST_INTERVAL = Duration.ofMillis(1);
    private static final Duration LAST_INTERVAL = Duration.ofMillis(100);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LONGEST);
        Awaitility.setDefaultPollInterval((poll, interval) -> next(interval));
    }

    private static Duration next(Duration interval) {
        if (interval.isZero()) {
            return FIRST_INTERVAL;
        }
        Duration twice = interval.multipliedBy(2);
        return twice.compareTo(LAST_INTERVAL) < 0 ? twice : LAST_INTERVAL;
    }
}
