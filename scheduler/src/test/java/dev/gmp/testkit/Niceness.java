package dev.gmp.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalInt;

/** The nice values of threads, as Linux tells them: field 19 of {@code /proc/self/task/ID/stat} (man 5 proc). */
public final class Niceness {

    /** Counted from the third field, the first after the name. */
    private static final int FIELD = 19 - 3;

    private Niceness() {}

    public static int ofCaller() {
        return of(idOfCaller()).orElseThrow();
    }

    public static int idOfCaller() {
        try {
            return Integer.parseInt(Files.readSymbolicLink(Path.of("/proc/thread-self"))
                    .getFileName()
                    .toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty when the thread has ended. */
    public static OptionalInt of(int id) {
        try {
            String stat = Files.readString(Path.of("/proc/self/task/" + id + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return OptionalInt.of(Integer.parseInt(fields[FIELD]));
        } catch (NoSuchFileException e) {
            return OptionalInt.empty();
        } catch (IOException e) {
            return OptionalInt.empty(); // it has ended while the file was open
        }
    }
}
