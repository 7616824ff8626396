package dev.gmp.faults.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Modes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a whole JVM can suffer from its tasks. */
class ChildJvmTest {

    /** 60 in a run of full length. */
    private static final int SECONDS = Integer.getInteger("gmp.stress.seconds", 1);

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aGoroutineThatExitsLeavesTheSchedulerToTheShutdownHooks(GoroutineMode mode) throws Exception {
        try (Child child = Child.start(ExitingGoroutine.class, quick(), mode.toString())) {
            assertThat(child.rest().lines()).contains("the hook's task ran, its timer fired");
            assertThat(child.exitCode()).isEqualTo(7);
        }
    }

    /** For what is over before the second compiler helps. */
    private static List<String> quick(String... others) {
        List<String> options = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        Collections.addAll(options, others);
        return options;
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void cancelledTimersKeepNoJvm(GoroutineMode mode) throws Exception {
        try (Child child = Child.start(CancelledTimers.class, List.of(), mode.toString())) {
            assertThat(child.rest().lines()).contains("all cancelled");
            assertThat(child.exitCode()).isZero();
        }
    }

    /** The JDK keeps the types of method handles in soft references, which are no leak. */
    @Test
    void aSchedulerLeavesNothingOfItsClassLoader() throws Exception {
        try (Child child = Child.start(Unloading.class, quick("-XX:SoftRefLRUPolicyMSPerMB=0"))) {
            assertThat(child.rest().lines()).contains("unloaded");
            assertThat(child.exitCode()).isZero();
        }
    }

    /** As an operator, a debugger or a frozen container does it. */
    @Tag("long")
    @Test
    void aProcessThatWasStoppedGoesOn() throws Exception {
        List<Child> children = new ArrayList<>();
        try {
            for (GoroutineMode mode : Modes.available().toList()) {
                Child child = Child.start(Suspended.class, List.of(), mode.toString());
                children.add(child);
                child.awaitLine("ready");
                child.signal("STOP");
            }
            TimeUnit.SECONDS.sleep(9);
            for (Child child : children) {
                child.signal("CONT");
                child.say("go on");
                assertThat(child.rest()).endsWith("all ran once, none early, stalls 0\n");
                assertThat(child.exitCode()).isZero();
            }
        } finally {
            children.forEach(Child::close);
        }
    }

    @Test
    void nothingIsLostWhileTasksExhaustTheHeap() throws Exception {
        exhaustHeap(VirtualThreads.available() ? GoroutineMode.VIRTUAL : GoroutineMode.DIRECT, 700);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void nothingIsLostWhileTasksExhaustTheHeapForLong(GoroutineMode mode) throws Exception {
        exhaustHeap(mode, 250L * SECONDS);
    }

    /** Without buffers of their own, for what fits into those is no lack: the threads share all the memory that there is. */
    private static void exhaustHeap(GoroutineMode mode, long millis) throws Exception {
        List<String> options = List.of("-Xmx24m", "-XX:+UseSerialGC", "-XX:-UseTLAB", "-XX:TieredStopAtLevel=1");
        try (Child child = Child.start(ExhaustedHeap.class, options, mode.toString(), Long.toString(millis))) {
            // what is logged on another thread may come after it
            assertThat(child.rest().lines()).contains("all ran true, idle true, answers 42 43, terminated true");
            assertThat(child.exitCode()).isZero();
        }
    }

    @Tag("long")
    @Test
    void tasksThatCannotBeTakenBackForWantOfMemoryRun() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        List<String> options = List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        try (Child child = Child.start(StoppedWithoutMemory.class, options)) {
            assertThat(child.rest().lines()).contains("no memory true, all ran true, terminated true");
            assertThat(child.exitCode()).isZero();
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aTraceThatIsTooLargeForItsTimelineIsOver(GoroutineMode mode) throws Exception {
        List<String> options = List.of("-Xmx24m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        try (Child child = Child.start(TraceWithoutMemory.class, options, mode.toString())) {
            assertThat(child.rest()) // between and after them the log of the thread that met the lack
                    .containsSubsequence(
                            "no memory to stop\n", " MB are free\n", "recorded again, 42\n", "terminated true\n");
            assertThat(child.exitCode()).isZero();
        }
    }

    /** It has what needs little memory, and says what is missing. */
    @Tag("long")
    @Test
    void aCapsuleIsWrittenInAHeapThatHasNoRoomForAProfile(@TempDir Path folder) throws Exception {
        List<String> options = List.of("-Xmx24m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        try (Child child = Child.start(CapsuleInSmallHeap.class, options, folder.toString())) {
            assertThat(child.rest()).endsWith("""
                            incident.txt true
                            goroutines.txt missing: a goroutine profile needs 32 MB of free heap
                            """);
            assertThat(child.exitCode()).isZero();
        }
    }

    @Test
    void workWaitsWhileTheSystemGivesNoThreads() throws Exception {
        try (LimitedThreads group = LimitedThreads.createOrSkip();
                Child child = Child.start(group.entering(), Threadless.class, List.of("-XX:TieredStopAtLevel=1"))) {
            child.awaitLine("ready");
            group.allowNoMore();
            child.say("submit");
            child.awaitLine("submitted");
            group.allowAll();
            child.say("submit one more");
            child.awaitLine("all ran");
            assertThat(child.exitCode()).isZero();
        }
    }

    /** It runs on the machine that met it, which no other can replace. */
    @Tag("long")
    @Test
    void aDirectGoroutineRunsWhileTheSystemGivesNoThreads() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        try (LimitedThreads group = LimitedThreads.createOrSkip();
                Child child =
                        Child.start(group.entering(), ThreadlessDirect.class, List.of("-XX:TieredStopAtLevel=1"))) {
            child.awaitLine("ready");
            group.allowNoMore();
            child.say("submit");
            child.awaitLine("direct ran");
            child.say("submit one more");
            child.awaitLine("virtual ran");
            group.allowAll();
            assertThat(child.exitCode()).isZero();
        }
    }

    @Tag("long")
    @Test
    void aTimerFiresThatWasSetWhileTheSystemGaveNoThreads() throws Exception {
        try (LimitedThreads group = LimitedThreads.createOrSkip();
                Child child =
                        Child.start(group.entering(), ThreadlessTimer.class, List.of("-XX:TieredStopAtLevel=1"))) {
            child.awaitLine("ready");
            group.allowNoMore();
            child.say("set it");
            child.awaitLine("set");
            TimeUnit.SECONDS.sleep(2); // none waits for it, and the monitor sleeps
            group.allowAll();
            child.say("wait for it");
            child.awaitLine("fired");
            assertThat(child.exitCode()).isZero();
        }
    }

    @Test
    @Tag("long")
    @Timeout(295)
    void thousandsOfMachinesBlockAndEnd() throws Exception {
        int machines = Math.min(10_000, 400 * SECONDS);
        try (Child child = Child.startForLong(ManyMachines.class, List.of("-Xss256k"), Integer.toString(machines))) {
            assertThat(child.rest())
                    .contains("could not start another machine", "so tasks wait")
                    .contains("blocked all: true, machines " + machines + "\n")
                    .endsWith("terminated: true, ended " + (machines + 1) + "\n");
            assertThat(child.exitCode()).isZero();
        }
    }
}
