package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.OvertimePolicy;
import dev.gmp.internal.jdk.ForkedJvm;
import dev.gmp.internal.jdk.ForkedJvm.Result;
import dev.gmp.testkit.LogWriters;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** As most containers are: the kernel lowers priorities, and raises none. What the log says of it, and what comes of it. */
@EnabledOnOs(OS.LINUX)
class RefusedPriorityTest {

    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
    private static final String OPENED = "--add-opens=java.base/java.lang=ALL-UNNAMED";
    private static final String GRANTED = "--enable-native-access=ALL-UNNAMED";

    @Test
    void threadsThatWereLoweredEndAndNothingIsLost() {
        assumeTrue(Runtime.version().feature() >= 22, "this JDK has no virtual threads, or cannot call the kernel");
        assumeTrue(Files.isExecutable(SETPRIV) && isRoot(), "this user cannot give up a privilege");

        Result result = ForkedJvm.same()
                .under(SETPRIV.toString(), "--bounding-set", "-sys_nice")
                .with(OPENED, GRANTED)
                .runMain(RefusedPriorityProgram.class, "7");

        assertThat(result.err())
                .contains("a nice value of 7 more than others; its thread ends afterwards, and direct goroutines keep");
        assertThat(result.out()).isEqualTo("as promised");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void withoutNativeAccessTheLogSaysWhatToAdd() {
        assumeTrue(Runtime.version().feature() >= 22, "this JDK needs more than native access");

        Result result = ForkedJvm.same().with(OPENED).runMain(OnlySubmits.class);

        assertThat(result.errBesideJdkBugs().lines())
                .hasSize(2)
                .last()
                .asString()
                .endsWith("goroutines in overtime keep their kernel priority, although the overtime policy is"
                        + " lower-priority: it needs native access: start the JVM with --enable-native-access=ALL-UNNAMED, or, where it"
                        + " starts an executable jar (java -jar), put the entry 'Enable-Native-Access: ALL-UNNAMED' into the"
                        + " jar's manifest");
        assertThat(result.exitCode()).isZero();
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    static final class OnlySubmits {
        private OnlySubmits() {}

        public static void main(String[] args) throws Exception {
            try (GmpScheduler scheduler = GmpScheduler.builder()
                    .overtimePolicy(OvertimePolicy.LOWER_PRIORITY)
                    .build()) {
                scheduler.submit(() -> {}).get();
            }
            LogWriters.awaitLines();
        }
    }
}
