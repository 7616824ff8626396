package dev.gmp.benchmarks.program;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs another program to its end. */
public final class Program {
    private static final long TIMEOUT_SECONDS = 120;

    private Program() {}

    /** How it ended, and what it has printed. */
    public record Outcome(int status, String output) {}

    /**
     * A class of this class path, in a JVM of its own with the flags of every JVM that measures.
     *
     * @param procs as in {@link JvmFlags#of}
     * @param heap as in {@link JvmFlags#of}
     */
    public static ProcessBuilder java(int procs, String heap, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.of(procs, heap));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    /**
     * The figures that it prints, one a line, as {@code key value}.
     *
     * @throws MeasurementFailedException if it takes longer than two minutes, its exit status says that it has failed, or it
     *     prints something else
     */
    public static Map<String, Double> figuresOf(ProcessBuilder program)
            throws IOException, MeasurementFailedException, InterruptedException {
        Map<String, Double> figures = new HashMap<>();
        for (String line : outputOf(program).lines().toList()) {
            int space = line.indexOf(' ');
            try {
                figures.put(line.substring(0, Math.max(0, space)), Double.valueOf(line.substring(space + 1)));
            } catch (NumberFormatException e) {
                throw new MeasurementFailedException("there is no figure in the line '" + line + "'", e);
            }
        }
        return figures;
    }

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
