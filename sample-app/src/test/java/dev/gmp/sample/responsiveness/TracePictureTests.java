package dev.gmp.sample.responsiveness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.trace.ChromeTrace;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.TraceRecording;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Records the service with two endless matches and short tasks beside them, and draws it for the documents. */
@Tag("long")
@Timeout(300)
class TracePictureTests {

    private static final Path TARGET = Path.of("target");
    private static final long WINDOW = 60_000_000;
    private static final String DESCRIPTION = """
            Sixty milliseconds, a lane for each processor and each worker thread. Two endless matches run on P0 and P1 at the \
            beginning, lose their processors and compute on without one. From then on short requests run on P0 and P1, and arrows \
            lead from each request to the step that it readied.""";

    @Test
    void endlessMatchesBesideShortTasks(@TempDir Path folder) throws Exception {
        try (LoadedService service = LoadedService.start(folder)) {
            GmpScheduler scheduler = service.bean(GmpScheduler.class);
            TraceRecording recording = scheduler.startTrace();
            LoadedService.Hogs hogs = service.endlessMatches(2);
            for (int i = 0; i < 100; i++) {
                CountDownLatch ended = new CountDownLatch(1);
                service.executor().execute(new Request(service.executor(), ended));
                ended.await();
            }
            Timeline timeline = recording.stop();
            hogs.stop();

            assertThat(timeline.dropped()).isZero();
            assertThat(timeline.slices())
                    .anyMatch(slice -> slice.lane().kind() == Lane.Kind.PROCESSOR
                            && slice.end().equals("lost processor"));
            try (Writer out = Files.newBufferedWriter(TARGET.resolve("trace.json"))) {
                ChromeTrace.write(timeline, out);
            }
            long start = timeline.slices().stream()
                    .filter(slice -> slice.goroutine() == 1)
                    .findFirst()
                    .orElseThrow()
                    .startNanos();
            Files.writeString(
                    TARGET.resolve("trace.svg"),
                    TracePicture.draw(timeline, start, start + WINDOW, DESCRIPTION, styleOfTheDrawings()));
        }
    }

    /** All drawings for the documents have the same one. */
    private static String styleOfTheDrawings() throws IOException {
        Matcher style = Pattern.compile("<style>.*?</style>", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "images", "hog-life.svg")));
        assertThat(style.find()).isTrue();
        return style.group();
    }

    /** Works for a moment, and hands a step over. */
    private record Request(Executor executor, CountDownLatch ended) implements Runnable {

        @Override
        public void run() {
            spin(200_000);
            executor.execute(new Step(ended));
            spin(100_000);
        }
    }

    private record Step(CountDownLatch ended) implements Runnable {

        @Override
        public void run() {
            spin(300_000);
            ended.countDown();
        }
    }

    private static void spin(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
    }
}
