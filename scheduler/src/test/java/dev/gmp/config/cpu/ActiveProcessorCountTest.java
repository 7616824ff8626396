package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActiveProcessorCountTest {

    private static final String TOLD = "7 processors: 7 CPUs (-XX:ActiveProcessorCount), ";

    @TempDir
    private Path folder;

    @Test
    void itIsNotSetByDefault() {
        try (ReadingJvm jvm = ReadingJvm.start()) {
            assertThat(jvm.read()).doesNotContain("ActiveProcessorCount");
        }
        try (ReadingJvm jvm = ReadingJvm.start("-XX:ActiveProcessorCount=-1")) {
            assertThat(jvm.read()).doesNotContain("ActiveProcessorCount");
        }
    }

    @Test
    void itIsSeenOnTheCommandLine() {
        try (ReadingJvm jvm = ReadingJvm.start("-XX:ActiveProcessorCount=3", "-XX:ActiveProcessorCount=7")) {
            assertThat(jvm.read()).startsWith(TOLD);
        }
    }

    @Test
    void itIsSeenInTheEnvironment() {
        try (ReadingJvm jvm = ReadingJvm.start(Map.of("JDK_JAVA_OPTIONS", "-XX:ActiveProcessorCount=7"))) {
            assertThat(jvm.read()).startsWith(TOLD);
        }
    }

    @Test
    void itIsSeenInAFileOfOptions() throws IOException {
        Path options = Files.writeString(folder.resolve("options"), "ActiveProcessorCount=7");

        try (ReadingJvm jvm = ReadingJvm.start("-XX:Flags=" + options)) {
            assertThat(jvm.read()).startsWith(TOLD);
        }
    }

    @Test
    void itIsSeenWithoutTheModuleThatKnowsTheJvmsOptions() {
        try (ReadingJvm jvm =
                ReadingJvm.start("--limit-modules=java.base,java.management", "-XX:ActiveProcessorCount=7")) {
            assertThat(jvm.read()).startsWith(TOLD);
        }
    }

    @Test
    void theLastOfSeveralArgumentsCounts() {
        assertThat(ActiveProcessorCount.lastArgument(
                        List.of("-XX:ActiveProcessorCount=2", "-Xmx1g", "-XX:ActiveProcessorCount=4")))
                .isEqualTo("4");
        assertThat(ActiveProcessorCount.lastArgument(List.of("-XX:ActiveProcessorCountX=2", "-Xmx1g")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, true", "64, true", "-1, false", "0, false", "'', false", "two, false"})
    void aCountIsANumberFromOneOn(String value, boolean isCount) {
        assertThat(ActiveProcessorCount.isCount(value)).isEqualTo(isCount);
    }
}
