package dev.gmp.spring.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A restart by devtools, which closes the context and loads the classes anew, leaves no thread of the scheduler behind. */
@Timeout(120)
class DevtoolsRestartTests {

    @Test
    void noThreadOutlivesARestart(@TempDir Path folder) throws Exception {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        RestartedApplication.class.getName(),
                        "--gmp.goroutines=direct")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(100, TimeUnit.SECONDS)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        List<String> results =
                text.lines().filter(line -> line.startsWith("RESULT ")).toList();
        assertThat(results).as(text).hasSize(RestartedApplication.GENERATIONS);
        assertThat(results)
                .allSatisfy(result -> assertThat(result)
                        .contains(" before=0 ")
                        .doesNotContain(" after=0 ")
                        .endsWith("loader=RestartClassLoader"));
    }
}
