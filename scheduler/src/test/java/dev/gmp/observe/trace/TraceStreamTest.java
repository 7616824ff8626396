package dev.gmp.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.observe.trace.TraceRecording.Written;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A recording that is written without a timeline in memory: the file holds a known workload, or says where it was cut. */
class TraceStreamTest {

    private static final String MACHINES = "\"pid\":2,";

    @Test
    void theFileHasEachTaskOnceOnItsMachine() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            TraceRecording recording = scheduler.startTrace();
            run(scheduler, 50);
            StringBuilder text = new StringBuilder();
            Written written = recording.writeTo(text, TraceRecording.LEAST_FILE_BYTES);

            assertThat(written.cut()).isFalse();
            assertThat(written.dropped()).isZero();
            assertThat(written.bytes()).isEqualTo(bytes(text));
            assertThat(tasks(text)).hasSize(50);
            assertThat(lines(text, "\"ph\":\"s\"")).hasSameSizeAs(lines(text, "\"ph\":\"f\""));
            assertThat(text)
                    .startsWith("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"scheduler\":\"test\",")
                    .doesNotContain("file full")
                    .endsWith("\n]}\n");
        }
    }

    @Test
    void aFileThatIsFullSaysSoAndHasWhatRanUntilThen() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(2));
                AutoCloseable ending = release::countDown) {
            TraceRecording recording = scheduler.startTrace();
            CountDownLatch begun = new CountDownLatch(1);
            scheduler.execute(new Blocker(begun, release));
            begun.await();
            for (int i = 0; i < 1_000; i++) {
                scheduler.submit(new Task()).get(); // one after the other: the file is not full of tasks that wait
            }
            StringBuilder text = new StringBuilder();
            Written written = recording.writeTo(text, TraceRecording.LEAST_FILE_BYTES);

            assertThat(written.cut()).isTrue();
            assertThat(written.bytes())
                    .isEqualTo(bytes(text))
                    .isBetween(TraceRecording.LEAST_FILE_BYTES / 10 * 9, TraceRecording.LEAST_FILE_BYTES);
            assertThat(tasks(text)).hasSizeBetween(20, 500);
            assertThat(lines(text, "Blocker").stream().filter(line -> line.contains(MACHINES)))
                    .singleElement()
                    .asString()
                    .contains("\"end\":\"file full\"");
            assertThat(text.toString().lines().toList())
                    .element(-2 + (int) text.toString().lines().count())
                    .asString()
                    .contains("\"name\":\"file full\"", "the file may have 100000 bytes");
            assertThat(text).endsWith("\n]}\n");
        }
    }

    @Test
    void aRecordingIsWrittenOnce() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            TraceRecording recording = scheduler.startTrace();
            assertThatThrownBy(() -> recording.writeTo(new StringBuilder(), 99_999))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("mostBytes must be at least 100000, but was 99999");
            recording.writeTo(new StringBuilder(), 100_000);
            assertThatThrownBy(() -> recording.writeTo(new StringBuilder(), 100_000))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(recording::stop).isInstanceOf(IllegalStateException.class);
            scheduler.startTrace().close(); // nothing records
        }
    }

    @Test
    void aTimelineCanBeWrittenToo() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            TraceRecording recording = scheduler.startTrace();
            run(scheduler, 1_000);
            Timeline timeline = recording.stop();
            StringBuilder text = new StringBuilder();
            assertThat(recording.writeTo(text, 100_000).cut()).isTrue();
            assertThat(bytes(text)).isLessThanOrEqualTo(100_000);
            StringBuilder all = new StringBuilder();
            ChromeTrace.write(timeline, all);
            assertThat(all).startsWith(text.substring(0, 90_000));
        }
    }

    @Test
    void oneThatCannotBeWrittenIsOver() {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            TraceRecording recording = scheduler.startTrace();
            assertThatThrownBy(() -> recording.writeTo(new FullDisk(), 100_000))
                    .isInstanceOf(UncheckedIOException.class);
            scheduler.startTrace().close();
        }
    }

    private static void run(GmpScheduler scheduler, int tasks) throws Exception {
        for (int i = 0; i < tasks; i++) {
            scheduler.execute(new Task());
        }
        Schedulers.await(scheduler, now -> now.counters().completed() >= tasks);
        Schedulers.await(scheduler, now -> now.runQueueDepth() == 0 && now.spinningMachines() == 0);
    }

    private static List<String> tasks(CharSequence text) {
        return lines(text, "$Task\"").stream()
                .filter(line -> line.contains(MACHINES))
                .toList();
    }

    private static List<String> lines(CharSequence text, String part) {
        return text.toString().lines().filter(line -> line.contains(part)).toList();
    }

    private static long bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    private record Blocker(CountDownLatch begun, CountDownLatch release) implements Runnable {

        @Override
        public void run() {
            begun.countDown();
            Latches.await(release);
        }
    }

    private record Task() implements Runnable {

        @Override
        public void run() {}
    }
}
