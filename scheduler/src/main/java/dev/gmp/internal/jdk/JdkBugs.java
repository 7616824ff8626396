package dev.gmp.internal.jdk;

import java.lang.Runtime.Version;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Bugs of the JDK by which a virtual thread is never woken up. They are in {@code java.lang.VirtualThread}, which our machines
 * run as well as the JDK's own carriers do; {@code docs/reference/compatibility.md} has the sources.
 */
public final class JdkBugs {

    private static final List<Bug> LOST_WAKE_UPS = List.of(
            new Bug("JDK-8369227", "25.0.3", "26.0.1"), // a park behind a timed one
            new Bug("JDK-8373120", "25.0.4", "26.0.1")); // an Object.wait with a timeout behind another

    private JdkBugs() {}

    /**
     * A sentence for the log: the bugs that a JDK has, and the version to take. Empty if it has none that are known. It goes by the
     * version alone; what a vendor has mended ahead of a release is not seen.
     */
    public static String warning(Version jdk) {
        List<Bug> found = LOST_WAKE_UPS.stream().filter(bug -> bug.isIn(jdk)).collect(Collectors.toList());
        if (found.isEmpty()) {
            return "";
        }
        return "this JDK (%s) can fail to wake virtual threads up, so that a virtual goroutine waits for ever: %s; use JDK %s or newer"
                .formatted(
                        jdk,
                        found.stream().map(Bug::number).collect(Collectors.joining(", ")),
                        found.stream()
                                .flatMap(bug -> bug.mendedIn(jdk))
                                .max(Version::compareTo)
                                .orElseThrow());
    }

    /** @param releases the first update of each line that has had the bug without it; later lines have never had it */
    private record Bug(String number, List<Version> releases) {

        Bug(String number, String... releases) {
            this(number, Stream.of(releases).map(Version::parse).toList());
        }

        boolean isIn(Version jdk) {
            return mendedIn(jdk).anyMatch(mended -> jdk.compareToIgnoreOptional(mended) < 0);
        }

        Stream<Version> mendedIn(Version jdk) {
            return releases.stream().filter(mended -> mended.feature() == jdk.feature());
        }
    }
}
