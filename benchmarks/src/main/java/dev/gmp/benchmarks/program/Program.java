package dev.gmp.benchmarks.program;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runs another program to its end. */
public final class Program {
    private static final long TIMEOUT_SECONDS = 120;

    private Program() {}

    /** How it ended, and what it has printed. */
    public record Outcome(int status, String output) {}

    /**
     * What it prints.
     *
     * @throws MeasurementFailedException if it takes longer than two minutes, or its exit status says that it has failed
     */
    public static String outputOf(ProcessBuilder program)
            throws IOException, MeasurementFailedException, InterruptedException {
        Outcome outcome = run(program);
        if (outcome.status() != 0) {
            throw new MeasurementFailedException("it ended with status " + outcome.status());
        }
        return outcome.output();
    }

    /**
     * Its errors go to those of this program, unless it is asked to print them with the rest.
     *
     * @throws MeasurementFailedException if it takes longer than two minutes
     */
    public static Outcome run(ProcessBuilder program)
            throws IOException, MeasurementFailedException, InterruptedException {
        Path output = Files.createTempFile("output", ".txt"); // a pipe takes 64 KB, and then holds the program up
        Process process = program.redirectError(Redirect.INHERIT)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new MeasurementFailedException("no result within " + TIMEOUT_SECONDS + " s");
            }
            return new Outcome(process.exitValue(), Files.readString(output));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly); // after a timeout
            process.destroyForcibly();
            Files.deleteIfExists(output);
        }
    }
}
