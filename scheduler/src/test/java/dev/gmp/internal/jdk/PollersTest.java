package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PollersTest {
    private static final String[] OPENED = {"--add-opens=java.base/java.lang=ALL-UNNAMED"};

    @BeforeEach
    void onlyWherePollersInherit() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        assumeTrue(
                Runtime.version().feature() >= 22
                        && System.getProperty("os.name").equals("Linux"),
                "only there are the JDK's pollers virtual threads");
    }

    /** The witness: without {@link Pollers#initialise} the trap is there. */
    @Tag("long")
    @Test
    void aClosedSchedulerTakesThePollersOfTheWholeJvmWithIt() {
        assertThat(runWithPollersStartedBy("nothing", 3)).isEqualTo("hangs");
    }

    @Test
    void pollersStartedFirstOutliveTheScheduler() {
        assertThat(runWithPollersStartedBy("platform", 80)).isEqualTo("woken");
    }

    @Tag("long")
    @Test
    void aVirtualCallerDoesNotPassItsSchedulerOn() {
        assertThat(runWithPollersStartedBy("virtual", 80)).isEqualTo("woken");
    }

    @Test
    void aWholeSchedulerPassesNothingOn() {
        assertThat(runWithPollersStartedBy("scheduler", 80)).isEqualTo("woken");
    }

    @Tag("long")
    @Test
    void platformThreadsAsPollersInheritNothing() {
        ForkedJvm.Result result =
                ForkedJvm.same().with(OPENED).with("-Djdk.pollerMode=1").runMain(PollerProgram.class, "nothing", "80");

        assertThat(result.out()).isEqualTo("woken");
    }

    private static String runWithPollersStartedBy(String starter, int patienceSeconds) {
        ForkedJvm.Result result =
                ForkedJvm.same().with(OPENED).runMain(PollerProgram.class, starter, Integer.toString(patienceSeconds));
        assertThat(result.errBesideJdkBugs()).isEmpty();
        return result.out();
    }
}
