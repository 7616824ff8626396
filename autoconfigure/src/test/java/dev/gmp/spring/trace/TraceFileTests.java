package dev.gmp.spring.trace;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.TraceRecording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What becomes of a recording that cannot be written. */
@ExtendWith(OutputCaptureExtension.class)
class TraceFileTests {

    private static final long MOST_BYTES = 1_000_000;
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    static Stream<Throwable> failures() {
        return Stream.of(
                new UncheckedIOException(new IOException("no space left")), new LinkageError("a class is missing"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void oneThatCannotBeWrittenLeavesNoFileAndIsReported(Throwable failure, CapturedOutput output) {
        assumeTrue(Files.isDirectory(OPEN_FILES), "no /proc");
        FailingRecording recording = new FailingRecording(failure);
        TraceFile file = TraceFile.start(recording, Duration.ZERO, MOST_BYTES);
        await().until(() -> !file.isRunning());
        assertThatThrownBy(file::open)
                .isInstanceOf(IOException.class)
                .hasMessage("the recording could not be written: " + failure);
        assertThat(recording.files).isNotEmpty().noneMatch(Files::exists);
        assertThat(recording.closed).isTrue();
        assertThat(output).contains("The recording could not be written", failure.getMessage());
    }

    /** What it holds may be hundreds of MB, and the file may wait for days until it is discarded. */
    @Test
    void oneThatIsOverIsLetGoOf() {
        List<TraceFile> files = new ArrayList<>();
        WeakReference<TraceRecording> recording = begun(files);
        await().until(() -> {
            System.gc();
            return recording.get() == null;
        });
        assertThat(files).noneMatch(TraceFile::isRunning);
    }

    private static WeakReference<TraceRecording> begun(List<TraceFile> files) {
        TraceRecording recording = new FailingRecording(new IOException("no space left"));
        files.add(TraceFile.start(recording, Duration.ZERO, MOST_BYTES));
        return new WeakReference<>(recording);
    }

    @Test
    void oneThatHasNoThreadIsOver() {
        FailingRecording recording = new FailingRecording(new IOException());
        OutOfMemoryError none = new OutOfMemoryError("unable to create native thread");
        assertThatThrownBy(() -> TraceFile.start(recording, Duration.ofHours(1), MOST_BYTES, thread -> {
                    throw none;
                }))
                .isSameAs(none);
        assertThat(recording.closed).isTrue();
    }

    /** Recordings that this JVM has open: in the folder, those of others come and go. */
    private static List<Path> openRecordings() {
        List<Path> open = new ArrayList<>();
        for (String number : OPEN_FILES.toFile().list()) {
            try {
                open.add(Files.readSymbolicLink(OPEN_FILES.resolve(number)));
            } catch (IOException closedMeanwhile) {
                // not the one that is looked for
            }
        }
        return open.stream()
                .filter(file -> file.toString().contains("/gmp-trace-"))
                .toList();
    }

    private static final class FailingRecording implements TraceRecording {

        final AtomicBoolean closed = new AtomicBoolean();

        /** What it is to be written to. */
        volatile List<Path> files = List.of();

        private final Throwable failure;

        FailingRecording(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public Written writeTo(Appendable out, long mostBytes) {
            files = openRecordings();
            return FailingRecording.<RuntimeException>thrown(failure);
        }

        @Override
        public Timeline stop() {
            throw new AssertionError("takes too much memory");
        }

        @SuppressWarnings("unchecked")
        private static <E extends Throwable> Written thrown(Throwable failure) throws E {
            throw (E) failure;
        }

        @Override
        public void close() {
            closed.set(true);
        }
    }
}
