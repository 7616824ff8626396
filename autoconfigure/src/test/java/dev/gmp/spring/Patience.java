package dev.gmp.spring;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.pollinterval.IterativePollInterval;
import org.awaitility.pollinterval.PollInterval;

/**
 * Waiting as long as a busy machine may take: Awaitility's own ten seconds are too few there. It looks soon and then less
 * often: most of what is awaited comes sooner than after Awaitility's own 100 milliseconds.
 */
public final class Patience {

    private static final Duration LONGEST = Duration.ofSeconds(100);

    private static final PollInterval INTERVAL = IterativePollInterval.iterative(
            last -> last.toMillis() < 50 ? last.multipliedBy(2) : last, Duration.ofMillis(1));

    private Patience() {}

    public static ConditionFactory await() {
        return Awaitility.await().atMost(LONGEST).pollInterval(INTERVAL);
    }

    /** @param what says what is waited for, where it does not come */
    public static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(LONGEST).pollInterval(INTERVAL);
    }
}
