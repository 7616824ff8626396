package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.OvertimePolicy;
import dev.gmp.internal.jdk.ForkedJvm.Result;
import dev.gmp.testkit.LogWriters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Under a filter of system calls, as of systemd: one that kills leaves a line in the log, and one that refuses does no harm. */
@EnabledOnOs(OS.LINUX)
class FilteredCallsTest {

    private static final int KILLED_BY_SIGSYS = 128 + 31;

    @Test
    void beforeTheCallThatKillsTheLogSaysWhichItMayBeAndWhatSwitchesItOff() {
        Result result = run("setpriority", SystemCallFilter.Action.KILLS, OvertimePolicy.LOWER_PRIORITY);

        assertThat(result.exitCode()).isEqualTo(KILLED_BY_SIGSYS);
        assertThat(result.out()).isEqualTo("filtered");
        assertThat(result.err().lines().filter(line -> line.startsWith("INFO:")))
                .singleElement()
                .asString()
                .contains("setpriority,", "SystemCallErrorNumber=EPERM", "set the overtime policy to keep-priority");
    }

    @Test
    void whereTheFilterRefusesTasksRunAndKeepTheirPriority() {
        Result result = run("setpriority", SystemCallFilter.Action.REFUSES, OvertimePolicy.LOWER_PRIORITY);

        assertThat(result.exitCode()).isZero();
        assertThat(result.out().lines()).containsExactly("filtered", "run");
        assertThat(result.err()).contains("the kernel refuses to change it");
    }

    @Test
    void whereThePriorityIsKeptNothingIsCalledAndNothingSaid() {
        Result result = run("setpriority", SystemCallFilter.Action.KILLS, OvertimePolicy.KEEP_PRIORITY);

        assertThat(result.exitCode()).isZero();
        assertThat(result.out().lines()).containsExactly("filtered", "run");
        assertThat(result.err()).doesNotContain("INFO");
    }

    private static Result run(String call, SystemCallFilter.Action action, OvertimePolicy overtime) {
        assumeTrue(KernelPriority.available(), KernelPriority.reason());
        assumeTrue(SystemCallFilter.isKnownHere(), "another architecture");
        return ForkedJvm.same()
                .with("--enable-native-access=ALL-UNNAMED")
                .runMain(Program.class, call, action.name(), overtime.name());
    }

    static final class Program {

        private Program() {}

        public static void main(String[] args) throws Throwable {
            SystemCallFilter.install(args[0], SystemCallFilter.Action.valueOf(args[1]));
            System.out.println("filtered");
            try (GmpScheduler scheduler = GmpScheduler.builder()
                    .goroutines(GoroutineMode.DIRECT)
                    .overtimePolicy(OvertimePolicy.valueOf(args[2]))
                    .build()) {
                System.out.println(scheduler.submit(() -> "run").get());
            }
            LogWriters.awaitLines();
        }
    }
}
