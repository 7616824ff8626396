package dev.gmp.spring.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Java program that ran in a JVM of its own, until it ended by itself.
 *
 * @param output what it printed
 */
public record EndedJvm(int exitCode, String output) {

    /**
     * Runs it with this JVM's Java, and with flags for a short life.
     *
     * @param file takes what it prints
     * @param command options, the main class and its arguments
     */
    public static EndedJvm of(Path file, List<String> command) throws Exception {
        List<String> whole = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        whole.addAll(command);
        Process process = new ProcessBuilder(whole)
                .redirectErrorStream(true)
                .redirectOutput(file.toFile())
                .start();
        try {
            assertThat(process.waitFor(200, TimeUnit.SECONDS)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new EndedJvm(process.exitValue(), Files.readString(file));
    }
}
