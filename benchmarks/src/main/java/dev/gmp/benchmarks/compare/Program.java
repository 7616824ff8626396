package dev.gmp.benchmarks.compare;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runs another program to its end. */
public final class Program {
    private static final long TIMEOUT_SECONDS = 120;

    private Program() {}

    /**
     * What it prints.
     *
     * @throws MeasurementFailedException if it takes longer than two minutes, or its exit status says that it has failed
     */
    public static String outputOf(ProcessBuilder program)
            throws IOException, MeasurementFailedException, InterruptedException {
        Path output = Files.createTempFile("output", ".txt"); // a pipe takes 64 KB, and then holds the program up
        Process process = program.redirectError(Redirect.INHERIT)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new MeasurementFailedException("no result within " + TIMEOUT_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new MeasurementFailedException("it ended with status " + process.exitValue());
            }
            return Files.readString(output);
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(output);
        }
    }
}
