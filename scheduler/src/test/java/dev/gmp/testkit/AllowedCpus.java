package dev.gmp.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;

/** The CPUs that threads may run on, as Linux tells them: {@code 0-3,6} in {@code /proc/self/task/ID/status} (man 5 proc). */
public final class AllowedCpus {

    private static final String FIELD = "Cpus_allowed_list:";

    private AllowedCpus() {}

    public static BitSet ofCaller() {
        return of(Niceness.idOfCaller());
    }

    /** Empty when the thread has ended. */
    public static BitSet of(int id) {
        return in(Path.of("/proc/self/task/" + id + "/status"));
    }

    /** Those of its first thread. Empty when the process is gone. */
    public static BitSet ofProcess(long pid) {
        return in(Path.of("/proc/" + pid + "/status"));
    }

    private static BitSet in(Path file) {
        BitSet cpus = new BitSet();
        try {
            Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(FIELD))
                    .flatMap(line ->
                            Arrays.stream(line.substring(FIELD.length()).trim().split(",")))
                    .map(range -> range.split("-"))
                    .forEach(ends -> cpus.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1));
        } catch (IOException e) {
            cpus.clear(); // it had ended before, or while the file was open
        }
        return cpus;
    }
}
