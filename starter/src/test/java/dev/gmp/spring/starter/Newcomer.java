package dev.gmp.spring.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The files of a newcomer's project, and what it prints. */
final class Newcomer {

    private Newcomer() {}

    static Path copy(String file, Path folder) throws IOException {
        Path copy = folder.resolve(file);
        try (InputStream content = Newcomer.class.getResourceAsStream("/newcomer/" + file)) {
            Files.copy(Objects.requireNonNull(content, file), copy);
        }
        return copy;
    }

    /** @return what it printed */
    static String run(Path folder, int exitCode, List<String> command) throws Exception {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(200, TimeUnit.SECONDS)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(text).isEqualTo(exitCode);
        return text;
    }

    static void assertThatAllRunsOnTheScheduler(String output) {
        Map<String, String> results = output.lines()
                .filter(line -> line.startsWith("RESULT "))
                .map(line -> line.split(" ", 3))
                .collect(Collectors.toMap(words -> words[1], words -> words[2]));
        assertThat(results).containsOnlyKeys("async", "scheduled", "mvc", "meters", "pools");
        assertThat(results.get("async")).startsWith("gmp-default-");
        assertThat(results.get("scheduled")).startsWith("gmp-default-");
        assertThat(results.get("mvc")).startsWith("gmp-default-");
        assertThat(results).containsEntry("meters", "true").containsEntry("pools", "0");
    }
}
