package dev.gmp.benchmarks.workload;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Named pipes, each with an outside thread at its other end that answers a read after a while. To the JVM a read from one
 * is file access: it holds its thread in the kernel, and the thread's state does not tell. Needs the command mkfifo.
 */
public final class Fifos implements AutoCloseable {
    private final Path folder;
    private final long answerNanos;
    private final List<RandomAccessFile> writers = new ArrayList<>();
    private final List<FileInputStream> readers = new ArrayList<>();
    private final ScheduledExecutorService device = Executors.newSingleThreadScheduledExecutor();

    private Fifos(Path folder, Duration answer) {
        this.folder = folder;
        this.answerNanos = answer.toNanos();
    }

    /** @throws IOException if the system has no named pipes */
    public static Fifos make(int count, Duration answer) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("fifos");
        Fifos fifos = new Fifos(folder, answer);
        List<String> command = new ArrayList<>(List.of("mkfifo"));
        for (int i = 0; i < count; i++) {
            command.add(fifos.path(i));
        }
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException("mkfifo has failed in " + folder);
        }
        for (int i = 0; i < count; i++) {
            fifos.writers.add(new RandomAccessFile(fifos.path(i), "rw")); // opening for both never waits
            fifos.readers.add(new FileInputStream(fifos.path(i)));
        }
        return fifos;
    }

    /** Reads a byte that comes after the time given at the making. One thread at a time for each pipe. */
    public void read(int fifo) {
        device.schedule(() -> answer(fifo), answerNanos, TimeUnit.NANOSECONDS);
        try {
            if (readers.get(fifo).read() < 0) {
                throw new IllegalStateException("The writer of " + path(fifo) + " has gone");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void answer(int fifo) {
        try {
            writers.get(fifo).write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String path(int fifo) {
        return folder.resolve("fifo-" + fifo).toString();
    }

    @Override
    public void close() throws IOException {
        device.shutdownNow();
        for (int i = 0; i < readers.size(); i++) {
            readers.get(i).close();
            writers.get(i).close();
            Files.deleteIfExists(Path.of(path(i)));
        }
        Files.deleteIfExists(folder);
    }
}
