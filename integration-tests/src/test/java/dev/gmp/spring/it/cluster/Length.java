package dev.gmp.spring.it.cluster;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;

/** How long the tests of faults take. With fewer than ten {@code gmp.stress.faults}, as in CI, they are short. */
final class Length {

    static final int FAULTS = Integer.getInteger("gmp.stress.faults", 200);

    private static final boolean SHORT = FAULTS < 10;

    /** The longest pause between two questions of the load. */
    static final int LOAD_PAUSE_MILLIS = SHORT ? 20 : 10;

    /** For which a node stands still, after the others have taken its keys over. */
    static final Duration PAUSE = Duration.ofSeconds(SHORT ? 5 : 30);

    /** For which a node is cut off: four times as long as a seed node waits before it begins a cluster of its own. */
    static final Duration CUT = Duration.ofSeconds(SHORT ? 8 : 20);

    private static final Path SHORTER_INTERVALS = Path.of("..", "cluster", "src", "test", "resources");

    private Length() {}

    /** How often something is repeated. */
    static int atMost(int times) {
        return Math.min(times, FAULTS);
    }

    /** The class path of a node. In short tests Pekko's intervals are those of the module {@code cluster}'s tests. */
    static String classPath() {
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return SHORT ? SHORTER_INTERVALS + File.pathSeparator + own : own;
    }
}
