package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.config.GoroutineMode;
import dev.gmp.faults.jvm.Child;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Modes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A stack that ends somewhere in a call of a scheduler: the call returns or throws, and nothing is lost or stuck. */
class StackExhaustionTest {

    /** Every level in a run of full length, and of a shorter one as much as it has time for. */
    private static final int STRIDE = Math.max(1, 60 / Integer.getInteger("gmp.stress.seconds", 1));

    static Stream<Arguments> modesAndOwners() {
        return Modes.available().flatMap(mode -> ExhaustedStack.owners().map(owner -> Arguments.of(mode, owner)));
    }

    /** Some of the levels near the end: in all, over many builds. */
    @Test
    void nothingIsLostOrStuck() throws Exception {
        use(last(Modes.available()), last(ExhaustedStack.owners()), "-XX:+TieredCompilation", 64, false);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("modesAndOwners")
    void fromEveryLevel(GoroutineMode mode, StackEnd.Owner owner) throws Exception {
        use(mode, owner, "-XX:+TieredCompilation", STRIDE, true);
    }

    /** Frames have other sizes there. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1"})
    void interpretedOrCompiledAtOnce(String option) throws Exception {
        GoroutineMode mode = last(Modes.available());
        for (StackEnd.Owner owner : ExhaustedStack.owners().toList()) {
            use(mode, owner, option, 16, false);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:+TieredCompilation"})
    void aGoroutineWokenFromThereRuns(String option) throws Exception {
        if (VirtualThreads.available()) {
            try (Child child = Child.start(DeepWakers.class, List.of(option), "2")) {
                assertThat(child.rest()).endsWith("all woke\n");
            }
        }
    }

    private static <T> T last(Stream<T> all) {
        return all.reduce((one, other) -> other).orElseThrow();
    }

    private static void use(GoroutineMode mode, StackEnd.Owner owner, String option, int stride, boolean traced)
            throws Exception {
        List<String> options = List.of(option, "-Xmx512m");
        String[] arguments = {mode.name(), owner.name(), Integer.toString(stride), Boolean.toString(traced)};
        try (Child child = Child.start(ExhaustedStack.class, options, arguments)) {
            assertThat(child.rest()).endsWith(ExhaustedStack.HARMLESS + "\n");
        }
    }
}
