package dev.gmp.spring.trace;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.Resource;

/** A recording never takes more of the heap than the application can spare, and its file is there as long as it is read. */
class TraceRoomTests {

    private static final long MB = 1 << 20;

    private final GmpScheduler scheduler = GmpScheduler.builder()
            .name("small")
            .maxProcs(1)
            .goroutines(GoroutineMode.DIRECT)
            .build();

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void moreThanTheHeapHasRoomForIsRefusedWithTheNumbers() {
        assertThatThrownBy(() -> endpoint(() -> 96 * MB).start(1, 2_000_000, null, null))
                .isInstanceOf(InvalidEndpointRequestException.class)
                .hasMessage("events must be at most 838860 with 96 MB of the heap free, of"
                        + " which a recording may take half at 60 bytes an event, but was 2000000");
        scheduler.startTrace().close(); // nothing records
    }

    @Test
    void asManyAsTheHeapHasRoomForAreTaken() {
        assertStarts(endpoint(() -> 96 * MB), 838_860);
    }

    @Test
    void withoutANumberItIsWhatTheHeapHasRoomFor() {
        assertStarts(endpoint(() -> 2 * MB), null);
        assertThatThrownBy(() -> endpoint(() -> MB / 10).start(1, null, null, null))
                .isInstanceOf(InvalidEndpointRequestException.class);
    }

    @Test
    void garbageIsCollectedBeforeOneIsRefused() {
        Iterator<Long> free = List.of(MB, 480 * MB).iterator();
        assertStarts(endpoint(free::next), 200_000);
    }

    @Test
    @Tag("long")
    void theJvmOutlivesARecordingOfMoreThanItsHeap(@TempDir Path temporary) throws Exception {
        assertThat(inSmallHeap(temporary))
                .contains("too many: events must be at most ", "as many as there may be: 202 ")
                .contains("fetched: 200 ")
                .contains("exit code 0");
    }

    @Test
    void oneThatCouldNotBeWrittenAnswersWithTheReason(@TempDir Path temporary) throws Exception {
        assertThat(inSmallHeap(temporary.resolve("missing")))
                .contains("fetched: 500 Problem[message=the recording could not be written: java.nio.file.NoSuchFile")
                .contains("exit code 0");
    }

    @Test
    void oneThatIsForgottenIsReadToItsEnd() throws Exception {
        GmpTraceEndpoint endpoint = endpoint(() -> 480 * MB);
        endpoint.start(60, null, null, null);
        endpoint.delete();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> endpoint.fetch(TraceFormat.CHROME_JSON).getStatus() == 200);
        Resource fetched = (Resource) endpoint.fetch(TraceFormat.CHROME_JSON).getBody();
        endpoint.delete();
        assertThat(endpoint.fetch(TraceFormat.CHROME_JSON).getStatus()).isEqualTo(404);
        assertThat(fetched.getContentAsString(StandardCharsets.UTF_8)).endsWith("]}\n");
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void whatAJvmHasLeftGoesAtTheNextStart(CapturedOutput output) throws IOException {
        Path own = TemporaryFile.create();
        Path ofAnEarlierProcess = sibling(own, ProcessHandle.current().pid() + "-1000-1");
        Path ofNoProcess = sibling(own, Integer.MAX_VALUE + "-1000-1");
        Path ofSomebodyElse = sibling(own, "notes");
        Path withTooLargeANumber = sibling(own, "99999999999999999999-1000-1");
        try {
            endpoint(() -> 480 * MB);
            assertThat(output).doesNotContain("could not be deleted");
            assertThat(withTooLargeANumber).exists();
            assertThat(ofAnEarlierProcess).doesNotExist();
            assertThat(ofNoProcess).doesNotExist();
            assertThat(own).exists();
            assertThat(ofSomebodyElse).exists();
        } finally {
            for (Path file : List.of(own, ofAnEarlierProcess, ofNoProcess, ofSomebodyElse, withTooLargeANumber)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static Path sibling(Path file, String name) throws IOException {
        return Files.write(file.resolveSibling("gmp-trace-" + name + ".json"), new byte[0]);
    }

    private GmpTraceEndpoint endpoint(LongSupplier freeBytes) {
        return new GmpTraceEndpoint(List.of(scheduler), new HeapRoom(freeBytes));
    }

    private static void assertStarts(GmpTraceEndpoint endpoint, Integer events) {
        assertThat(endpoint.start(60, events, null, null).getStatus()).isEqualTo(202);
        endpoint.destroy();
    }

    /** @return what it printed, and its exit code */
    private static String inSmallHeap(Path temporary) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx56m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        TraceInSmallHeap.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return output + "exit code " + child.waitFor();
        } finally {
            child.destroyForcibly();
        }
    }
}
