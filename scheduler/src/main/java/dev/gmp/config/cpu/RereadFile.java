package dev.gmp.config.cpu;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A file of the kernel that stays open. What it says is asked for so often that opening it would take longer than all else.
 * For one thread at a time; one that is dropped and not closed is left to the garbage collector.
 */
final class RereadFile {

    /** What the kernel gives at once of such a file. */
    private static final int LONGEST = 4_096;

    /** Not broken off by an interrupt of the calling thread, unlike a channel. */
    private final RandomAccessFile file;

    private final byte[] beginning = new byte[LONGEST];

    RereadFile(Path path) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
    }

    /** @return its first 4,096 bytes as they are now; bytes that are no UTF-8 are replaced */
    String read() throws IOException {
        file.seek(0);
        int length = Math.max(0, file.read(beginning));
        return new String(beginning, 0, length, StandardCharsets.UTF_8);
    }

    void close() {
        try {
            file.close();
        } catch (IOException e) {
            // nothing was written that could be lost, and the kernel has let go of it all the same
        }
    }
}
