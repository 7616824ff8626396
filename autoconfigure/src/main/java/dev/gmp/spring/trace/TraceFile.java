package dev.gmp.spring.trace;

import dev.gmp.observe.trace.TraceRecording;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** One recording that ends by itself, and then stands in a temporary file until it is discarded. Thread-safe. */
final class TraceFile {

    private static final Log LOG = LogFactory.getLog(TraceFile.class);

    /** What it holds may be hundreds of MB, so it is let go of once it stands in the file. The thread's own after the start. */
    private @Nullable TraceRecording recording;

    private final long mostBytes;
    private final Instant end;
    private final Thread thread;
    private @Nullable Path file;
    private @Nullable Throwable failure;
    private boolean discarded;

    private TraceFile(TraceRecording recording, Duration length, long mostBytes) {
        this.recording = recording;
        this.mostBytes = mostBytes;
        this.end = Instant.now().plus(length);
        this.thread = new Thread(() -> recordFor(length), "gmp-trace");
        thread.setDaemon(true);
    }

    /** A thread of its own ends it: the scheduler that is recorded may be unable to. Where there is none, it ends at once. */
    static TraceFile start(TraceRecording recording, Duration length, long mostBytes) {
        return start(recording, length, mostBytes, Thread::start);
    }

    /** @param starter starts the thread, or throws what the JVM throws when it has none */
    static TraceFile start(TraceRecording recording, Duration length, long mostBytes, Consumer<Thread> starter) {
        try {
            TraceFile file = new TraceFile(recording, length, mostBytes);
            starter.accept(file.thread);
            return file;
        } catch (Throwable failure) {
            recording.close();
            throw failure;
        }
    }

    Instant end() {
        return end;
    }

    boolean isRunning() {
        return thread.isAlive();
    }

    /**
     * What was recorded. Stays readable to its end also where it is discarded.
     *
     * @throws IOException with the reason, if it runs, could not be written or cannot be read
     */
    synchronized InputStream open() throws IOException {
        if (failure != null) {
            throw new IOException("the recording could not be written: " + failure, failure);
        }
        if (isRunning() || file == null) {
            throw new IOException("the recording runs until " + end);
        }
        return Files.newInputStream(file);
    }

    /** Ends the recording early, and keeps what there is. */
    void finish() {
        thread.interrupt();
    }

    /** Ends it and forgets what there is. */
    void discard() {
        synchronized (this) {
            discarded = true;
            TemporaryFile.delete(file);
        }
        finish();
    }

    private void recordFor(Duration length) {
        try {
            Thread.sleep(length.toMillis());
        } catch (InterruptedException e) {
            // Ends early.
        }
        TraceRecording recorded = Objects.requireNonNull(recording);
        try {
            Path written = write(recorded);
            synchronized (this) {
                file = written;
                if (discarded) {
                    TemporaryFile.delete(file);
                }
            }
        } catch (Throwable thrown) {
            synchronized (this) {
                failure = thrown;
            }
            LOG.warn("The recording could not be written", thrown);
        } finally {
            recorded.close();
            recording = null;
        }
    }

    private Path write(TraceRecording recording) throws IOException {
        Path written = TemporaryFile.create();
        written.toFile().deleteOnExit();
        try (BufferedWriter out = Files.newBufferedWriter(written)) {
            if (recording.writeTo(out, mostBytes).cut()) {
                LOG.warn("The recording was cut: its file may have " + mostBytes + " bytes");
            }
        } catch (Throwable thrown) {
            TemporaryFile.delete(written);
            throw thrown;
        }
        return written;
    }
}
