package dev.gmp.config.cpu;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A file of the kernel that stays open, because it is read so often that opening would take most of the time. For one
 * thread at a time. A file that is never closed is left to the garbage collector.
 */
final class RereadFile {

    /** The most that the kernel returns of such a file in one read. */
    private static final int LONGEST = 4_096;

    /** Unlike a channel, it is not closed by an interrupt of the calling thread. */
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
