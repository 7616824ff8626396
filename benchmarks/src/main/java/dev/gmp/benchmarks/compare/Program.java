package dev.gmp.benchmarks.compare;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Runs another program to its end. */
public final class Program {
    private static final long TIMEOUT_SECONDS = 120;

    private Program() {}

    /**
     * What it prints, which must fit into a pipe.
     *
     * @throws MeasurementFailedException if it takes longer than two minutes, or its exit status says that it has failed
     */
    public static String outputOf(ProcessBuilder program)
            throws IOException, MeasurementFailedException, InterruptedException {
        Process process = program.redirectError(Redirect.INHERIT).start();
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new MeasurementFailedException("no result within " + TIMEOUT_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new MeasurementFailedException("it ended with status " + process.exitValue());
            }
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }
}
