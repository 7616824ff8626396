package dev.gmp.config.cpu;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Answers each line of its input with what {@link DefaultProcs} then reads about the process. */
final class ReadingProgram {

    private ReadingProgram() {}

    public static void main(String[] args) throws IOException {
        DefaultProcs procs = DefaultProcs.system(new ProcsRule(ProcsRule.GO_MINIMUM), System.err::println);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (in.readLine() != null) {
            System.out.println(procs.read());
        }
    }
}
