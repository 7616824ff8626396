package dev.gmp.spring.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.TraceRecording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
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

    static Stream<Throwable> failures() {
        return Stream.of(
                new UncheckedIOException(new IOException("no space left")), new LinkageError("a class is missing"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void oneThatCannotBeWrittenLeavesNoFileAndIsReported(Throwable failure, CapturedOutput output) throws IOException {
        Set<Path> before = files();
        FailingRecording recording = new FailingRecording(failure);
        TraceFile file = TraceFile.start(recording, Duration.ZERO);
        await().until(() -> !file.isRunning());
        assertThat(file.file()).isNull();
        assertThat(files()).isEqualTo(before);
        assertThat(recording.closed).isTrue();
        assertThat(output).contains("The recording could not be written", failure.getMessage());
    }

    @Test
    void oneThatHasNoThreadIsOver() {
        FailingRecording recording = new FailingRecording(new IOException());
        OutOfMemoryError none = new OutOfMemoryError("unable to create native thread");
        assertThatThrownBy(() -> TraceFile.start(recording, Duration.ofHours(1), thread -> {
                    throw none;
                }))
                .isSameAs(none);
        assertThat(recording.closed).isTrue();
    }

    private static Set<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("gmp-trace-"))
                    .collect(Collectors.toSet());
        }
    }

    private static final class FailingRecording implements TraceRecording {

        final AtomicBoolean closed = new AtomicBoolean();
        private final Throwable failure;

        FailingRecording(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public Timeline stop() {
            return FailingRecording.<RuntimeException>thrown(failure);
        }

        @SuppressWarnings("unchecked")
        private static <E extends Throwable> Timeline thrown(Throwable failure) throws E {
            throw (E) failure;
        }

        @Override
        public void close() {
            closed.set(true);
        }
    }
}
