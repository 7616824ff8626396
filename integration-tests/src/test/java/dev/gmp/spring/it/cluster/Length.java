package dev.gmp.spring.it.cluster;

import java.time.Duration;

/** How long the tests of faults take. With fewer than ten {@code gmp.stress.faults}, as in CI, they are short. */
final class Length {

    static final int FAULTS = Integer.getInteger("gmp.stress.faults", 200);

    private static final boolean SHORT = FAULTS < 10;

    /** The longest pause between two questions of the load. */
    static final int LOAD_PAUSE_MILLIS = SHORT ? 20 : 10;

    /** For which a node stands still, after the others have taken its keys over. */
    static final Duration PAUSE = Duration.ofSeconds(SHORT ? 1 : 30);

    /** For which a node is cut off: four times as long as a seed node waits before it begins a cluster of its own. */
    static final Duration CUT = Duration.ofSeconds(20);

    private Length() {}

    /** How often something is repeated. */
    static int atMost(int times) {
        return Math.min(times, FAULTS);
    }
}
