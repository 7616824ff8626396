package dev.gmp.internal.util;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A thread as the kernel knows it. */
public final class KernelThread {

    private static final Path SELF = Path.of("/proc/thread-self");

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

    /** The result of {@code gettid}. */
    public int id() {
        return id;
    }

    /** Where the kernel tells what it is doing; gone once it has ended. */
    String statFile() {
        return statFile;
    }
}
