package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.lang.Runtime.Version;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdkBugsTest {

    private static final String OPENS = "--add-opens java.base/java.util.concurrent.locks=ALL-UNNAMED";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "25+36-LTS       | JDK-8369227, JDK-8373120 | 25.0.4",
                "25-ea+20        | JDK-8369227, JDK-8373120 | 25.0.4",
                "25.0.2+10-LTS   | JDK-8369227, JDK-8373120 | 25.0.4",
                "25.0.3-ea+1     | JDK-8369227, JDK-8373120 | 25.0.4",
                "25.0.3+9-LTS    | JDK-8373120              | 25.0.4",
                "25.0.3.1+2      | JDK-8373120              | 25.0.4",
                "26+35           | JDK-8369227, JDK-8373120 | 26.0.1",
            })
    void namesTheBugsAndTheVersionToTake(String jdk, String bugs, String take) {
        assertThat(JdkBugs.warning(Version.parse(jdk)))
                .startsWith("this JDK (" + jdk + ") can fail to wake virtual threads up")
                .endsWith(": " + bugs + "; use JDK " + take + " or newer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "17.0.15+6",
                "21.0.2+13-LTS",
                "24.0.2+12",
                "25.0.4+7-LTS",
                "25.0.5.1+4",
                "26.0.1+8",
                "26.0.2+10",
                "27+35",
                "28-ea+3"
            })
    void saysNothingOfOthers(String jdk) {
        assertThat(JdkBugs.warning(Version.parse(jdk))).isEmpty();
    }

    /** Of bugs, and of what opens the holders of locks: without it, a deadlock at locks is never found, and no other line tells. */
    @Test
    void theLogSaysBothOnceForAllSchedulers() {
        String warning = JdkBugs.warning(Runtime.version());
        List<String> lines = loggedBy(GoroutineMode.AUTO);

        assertThat(lines)
                .filteredOn(line -> line.startsWith("WARNING: "))
                .isEqualTo(warning.isEmpty() ? List.of() : List.of("WARNING: " + warning));
        assertThat(lines)
                .filteredOn(line -> line.startsWith("INFO: "))
                .singleElement()
                .asString()
                .endsWith(OPENS);
    }

    @Test
    void theLogSaysNothingOfLocksWhereTheirHoldersAreOpened() {
        assertThat(loggedBy(GoroutineMode.AUTO, OPENS.replace("opens ", "opens=")))
                .noneMatch(line -> line.startsWith("INFO: "));
    }

    @Test
    void theLogSaysNothingWhereGoroutinesAreDirect() {
        assertThat(loggedBy(GoroutineMode.DIRECT)).isEmpty();
    }

    private static List<String> loggedBy(GoroutineMode mode, String... options) {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        ForkedJvm.Result result = ForkedJvm.same()
                .with("--add-opens=java.base/java.lang=ALL-UNNAMED")
                .with(options)
                .runMain(TwoSchedulers.class, mode.name());
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result.err()
                .lines()
                .filter(line -> line.startsWith("WARNING: ") || line.startsWith("INFO: "))
                .toList();
    }

    static final class TwoSchedulers {

        private TwoSchedulers() {}

        public static void main(String[] arguments) {
            for (int i = 0; i < 2; i++) {
                GmpScheduler.builder()
                        .goroutines(GoroutineMode.valueOf(arguments[0]))
                        .build()
                        .close();
            }
        }
    }
}
