package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Modes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A stack that ends somewhere in a call of a scheduler: the call returns or throws, and nothing is lost or stuck. */
@Timeout(200)
class StackExhaustionTest {

    /** Some of the levels near the end: in all, over many builds. */
    private static final int STRIDE = 32;

    static Stream<Arguments> modesAndOwners() {
        return Modes.available().flatMap(mode -> ExhaustedStack.owners().map(owner -> Arguments.of(mode, owner)));
    }

    @ParameterizedTest
    @MethodSource("modesAndOwners")
    void whatIsAcceptedRunsOnceAndNothingElse(GoroutineMode mode, StackEnd.Owner owner) throws Exception {
        ExhaustedStack.submit(mode, owner, STRIDE, false);
    }

    @ParameterizedTest
    @MethodSource("modesAndOwners")
    void noOtherCallLeavesAnythingUndone(GoroutineMode mode, StackEnd.Owner owner) throws Exception {
        ExhaustedStack.call(mode, owner, STRIDE);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("modesAndOwners")
    void fromEveryLevel(GoroutineMode mode, StackEnd.Owner owner) throws Exception {
        ExhaustedStack.submit(mode, owner, 1, true);
        ExhaustedStack.call(mode, owner, 1);
    }

    /** Frames have other sizes there. */
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1"})
    void interpretedOrCompiledAtOnce(String option) throws Exception {
        GoroutineMode mode = Modes.available().reduce((one, other) -> other).orElseThrow();
        try (Child child = Child.start(ExhaustedStack.class, List.of(option), mode.toString(), "8")) {
            assertThat(child.rest()).endsWith("nothing lost, nothing stuck\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:+TieredCompilation"})
    void whoIsWokenFromThereRuns(String option) throws Exception {
        if (VirtualThreads.available()) {
            try (Child child = Child.start(DeepWakers.class, List.of(option), "2")) {
                assertThat(child.rest()).endsWith("all woke\n");
            }
        }
    }
}
