package dev.gmp.testkit;

import dev.gmp.internal.util.KernelThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * The kernel priorities of threads, as Linux tells them: their nice values, in field 19 of {@code /proc/self/task/ID/stat}
 * (man 5 proc).
 */
public final class Niceness {

    /** Counted from the third field, the first after the name. */
    private static final int NICE_FIELD = 19 - 3;

    private Niceness() {}

    public static int ofCaller() {
        return of(idOfCaller()).orElseThrow();
    }

    public static int idOfCaller() {
        return Objects.requireNonNull(KernelThread.current(), "no /proc").id();
    }

    /** Empty when the thread has ended. */
    public static OptionalInt of(int id) {
        return in(Path.of("/proc/self/task/" + id + "/stat"));
    }

    /** That of its first thread. Empty when the process is gone. */
    public static OptionalInt ofProcess(long pid) {
        return in(Path.of("/proc/" + pid + "/stat"));
    }

    private static OptionalInt in(Path file) {
        try {
            String stat = Files.readString(file);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return OptionalInt.of(Integer.parseInt(fields[NICE_FIELD]));
        } catch (IOException e) {
            return OptionalInt.empty(); // it had ended before, or while the file was open
        }
    }
}
