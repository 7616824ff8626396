package dev.gmp.internal.util;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A thread as the kernel sees it. The JVM calls a thread in native code RUNNABLE, whether it computes, waits for a CPU or
 * is blocked in a system call; Linux tells these apart (man 5 proc, {@code /proc/pid/stat}).
 */
public final class KernelThread {

    private static final Path SELF = Path.of("/proc/thread-self");

    /** The state is the third field, and the second may take 64 characters. */
    private static final int LONGEST_BEGINNING = 128;

    private final int id;
    private final String statFile;

    /** @param link as {@code /proc/thread-self} is: {@code 4711/task/4712} */
    private KernelThread(Path link) {
        this.id = Integer.parseInt(link.getFileName().toString());
        this.statFile = "/proc/" + link + "/stat";
    }

    /** The calling thread; null where the kernel does not say which it is. */
    public static @Nullable KernelThread current() {
        try {
            return new KernelThread(Files.readSymbolicLink(SELF));
        } catch (IOException | UnsupportedOperationException | SecurityException | NumberFormatException e) {
            return null;
        }
    }

    /** What {@code gettid} gives. */
    public int id() {
        return id;
    }

    /** Whether it is on a CPU, or would be if one were free; false when that is unknown. A few microseconds. */
    public boolean isOnCpuOrWaitsForOne() {
        try (FileInputStream file = new FileInputStream(statFile)) {
            byte[] beginning = new byte[LONGEST_BEGINNING];
            int length = Math.max(0, file.read(beginning)); // the kernel gives all that there is room for
            String text = new String(beginning, 0, length, StandardCharsets.ISO_8859_1);
            return text.startsWith(") R", text.lastIndexOf(')')); // the name may hold anything, brackets too
        } catch (IOException e) {
            return false; // has ended, or the system has no such file
        }
    }
}
