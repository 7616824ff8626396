package dev.gmp.benchmarks;

import dev.gmp.benchmarks.compare.CompareCommand;
import java.io.IOException;
import java.util.Arrays;

/** {@code compare ...} compares the peers and writes a report; any other arguments go to JMH. */
public final class Main {
    private Main() {}

    public static void main(String... arguments) throws IOException, InterruptedException {
        if (arguments.length > 0 && arguments[0].equals("compare")) {
            String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
            System.exit(new CompareCommand().run(rest, System.out, System.err));
        } else {
            org.openjdk.jmh.Main.main(arguments);
        }
    }
}
