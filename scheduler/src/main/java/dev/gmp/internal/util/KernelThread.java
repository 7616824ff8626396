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

    private final String statFile;

    private KernelThread(String statFile) {
        this.statFile = statFile;
    }

    /** The calling thread; null where the kernel does not say which it is. */
    public static @Nullable KernelThread current() {
        try {
            return new KernelThread("/proc/" + Files.readSymbolicLink(SELF) + "/stat");
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return null;
        }
    }

    /** Whether it is on a CPU, or would be if one were free; false when that is unknown. A few microseconds. */
    public boolean isOnCpuOrWaitsForOne() {
        try (FileInputStream file = new FileInputStream(statFile)) {
            byte[] beginning = file.readNBytes(LONGEST_BEGINNING);
            String text = new String(beginning, StandardCharsets.ISO_8859_1);
            return text.startsWith(") R", text.lastIndexOf(')')); // the name may hold anything, brackets too
        } catch (IOException e) {
            return false; // has ended, or the system has no such file
        }
    }
}
