package dev.gmp.benchmarks.workload;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Named pipes, each with an outside thread at its other end that answers a read after a while. To the JVM a read from one
 * is file access: it holds its thread in the kernel, and the thread's state does not tell. Needs the command mkfifo.
 */
public final class Fifos implements AutoCloseable {
    private static final long LONGEST_NAP_NANOS = 500_000;

    private final Path folder;
    private final long answerNanos;
    private final List<RandomAccessFile> writers = new ArrayList<>();
    private final List<FileInputStream> readers = new ArrayList<>();
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final Thread device = new Thread(this::answerAll, "fifo-device");
    private volatile boolean closed;

    private record Answer(int fifo, long at) {}

    private Fifos(Path folder, Duration answer) {
        this.folder = folder;
        this.answerNanos = answer.toNanos();
    }

    /** @throws IOException if the system has no named pipes */
    public static Fifos make(int count, Duration answer) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("fifos");
        Fifos fifos = new Fifos(folder, answer);
        try {
            fifos.open(count);
        } catch (IOException | InterruptedException e) {
            fifos.close();
            throw e;
        }
        return fifos;
    }

    private void open(int count) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mkfifo"));
        for (int i = 0; i < count; i++) {
            command.add(path(i));
        }
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException("mkfifo has failed in " + folder);
        }
        for (int i = 0; i < count; i++) {
            writers.add(new RandomAccessFile(path(i), "rw")); // opening for both never waits
            readers.add(new FileInputStream(path(i)));
        }
        device.setDaemon(true);
        device.start();
    }

    /** Reads a byte that comes after the time given at the making. One thread at a time for each pipe. */
    public void read(int fifo) {
        answers.add(new Answer(fifo, System.nanoTime() + answerNanos));
        try {
            if (readers.get(fifo).read() < 0) {
                throw new IllegalStateException("The writer of " + path(fifo) + " has gone");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * All answers take equally long, so the first asked for is the first due. No lock is shared with the readers: a
     * virtual thread could hold it and find no carrier, because all of them wait for an answer.
     */
    private void answerAll() {
        while (!closed) {
            Answer next = answers.peek();
            long left = next == null ? LONGEST_NAP_NANOS : next.at() - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(Math.min(left, LONGEST_NAP_NANOS));
            } else if (next != null) {
                answers.poll();
                answer(next.fifo());
            }
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
        closed = true;
        for (FileInputStream reader : readers) {
            reader.close();
        }
        for (RandomAccessFile writer : writers) {
            writer.close();
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.deleteIfExists(folder);
    }
}
