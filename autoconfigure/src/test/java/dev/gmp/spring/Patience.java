package dev.gmp.spring;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waiting as long as a busy machine may take: Awaitility's own ten seconds are too few there. */
public final class Patience {

    private static final Duration LONGEST = Duration.ofSeconds(100);

    private Patience() {}

    public static ConditionFactory await() {
        return Awaitility.await().atMost(LONGEST);
    }

    /** @param what says what is waited for, where it does not come */
    public static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(LONGEST);
    }
}
