package dev.gmp.config.cpu;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's files below a root folder, which is {@code /} except in tests. Paths are absolute, as the process sees
 * them. A path that the file system cannot express throws {@link java.nio.file.InvalidPathException}.
 */
record SystemFiles(Path root) {

    static boolean isLinux() {
        return System.getProperty("os.name", "").startsWith("Linux");
    }

    /** @return the whole content, or null where there is no such file; bytes that are no UTF-8 are replaced */
    @Nullable
    String read(String path) throws IOException {
        try {
            // Not broken off by an interrupt of the calling thread, unlike a channel.
            return new String(Files.readAllBytes(locate(path)), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** @return null where there is no such file */
    @Nullable
    RereadFile open(String path) throws IOException {
        return exists(path) ? new RereadFile(locate(path)) : null;
    }

    boolean exists(String path) {
        return Files.exists(locate(path));
    }

    boolean isFolder(String path) {
        return Files.isDirectory(locate(path));
    }

    private Path locate(String path) {
        return root.resolve(path.substring(1));
    }
}
