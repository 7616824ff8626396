package dev.gmp.testkit;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import java.util.stream.Stream;

/** The kinds of goroutine that this JVM can make, to run a test on each. */
public final class Modes {

    private Modes() {}

    public static Stream<GoroutineMode> available() {
        return VirtualThreads.available()
                ? Stream.of(GoroutineMode.DIRECT, GoroutineMode.VIRTUAL)
                : Stream.of(GoroutineMode.DIRECT);
    }
}
