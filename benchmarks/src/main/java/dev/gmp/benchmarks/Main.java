package dev.gmp.benchmarks;

import dev.gmp.benchmarks.ab.AbCommand;
import dev.gmp.benchmarks.compare.CompareCommand;
import dev.gmp.benchmarks.fairness.FairnessCommand;
import java.io.IOException;
import java.util.Arrays;

/**
 * {@code compare ...} compares the peers and writes reports, {@code ab ...} compares two versions, {@code fairness ...} plots
 * a run over time; any other arguments go to JMH.
 */
public final class Main {
    private Main() {}

    public static void main(String... arguments) throws IOException, InterruptedException {
        String command = arguments.length == 0 ? "" : arguments[0];
        String[] rest = arguments.length == 0 ? arguments : Arrays.copyOfRange(arguments, 1, arguments.length);
        switch (command) {
            case "compare" -> System.exit(new CompareCommand().run(rest, System.out, System.err));
            case "ab" -> System.exit(new AbCommand().run(rest, System.out, System.err));
            case "fairness" -> System.exit(new FairnessCommand().run(rest, System.out, System.err));
            default -> org.openjdk.jmh.Main.main(arguments);
        }
    }
}
