package dev.gmp.benchmarks.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gmp.benchmarks.fairness.Timeline.Window;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class FairnessTest {
    private static final Timeline TWO_WINDOWS = new Timeline(
            100, List.of(new Window(0.5, 1, 2, new long[] {0, 0}), new Window(0.25, 0.75, 1.5, new long[] {300, 100})));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aWindowKnowsItsLatenciesAndShares() {
        long[] oneToHundredMillis =
                LongStream.rangeClosed(1, 100).map(i -> (101 - i) * 1_000_000).toArray();

        Window window = Window.of(oneToHundredMillis, new long[] {1, 3});

        assertThat(window.p50Millis()).isEqualTo(50);
        assertThat(window.p99Millis()).isEqualTo(99);
        assertThat(window.maxMillis()).isEqualTo(100);
        assertThat(window.shareOf(1)).isEqualTo(0.75);
        assertThat(TWO_WINDOWS.windows().get(0).shareOf(0)).isZero();
        assertThat(TWO_WINDOWS.worstP99Millis()).isEqualTo(1);
    }

    @Test
    void figuresCanBeReadBack() {
        assertThat(Timeline.parse(TWO_WINDOWS.csv(), 100).csv())
                .isEqualTo(TWO_WINDOWS.csv())
                .contains("start_ms,", "hog_2_steps", "100,0.2500,0.7500,1.5000,300,100");
    }

    /** All that the hogs do is in some window, and nothing before they are handed in. */
    @Test
    void aRunSeesAllTasksAndAllSteps() {
        try (RunningPeer running = Peer.GMP.start(2)) {
            Duration window = Duration.ofMillis(20);
            Timeline timeline;
            do { // on a busy machine all hogs may begin after the last window
                timeline = new FairnessRun(running.executor(), 4, 2)
                        .run(window.multipliedBy(2), window.multipliedBy(3), Duration.ofMillis(500), window);
            } while (steps(timeline) == 0);

            assertThat(timeline.windows())
                    .hasSize(30)
                    .allSatisfy(w -> assertThat(w.maxMillis())
                            .isGreaterThanOrEqualTo(w.p99Millis())
                            .isPositive());
            assertThat(LongStream.of(timeline.windows().get(1).hogSteps()).sum())
                    .isZero();
        }
    }

    private static long steps(Timeline timeline) {
        return timeline.windows().stream()
                .flatMapToLong(window -> LongStream.of(window.hogSteps()))
                .sum();
    }

    @Test
    void thePlotStacksShares() throws Exception {
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(new FairnessPlot(Map.of(Peer.GMP, TWO_WINDOWS), 2).svg())));

        double whole = height(svg, "hog 1: 75 %") + height(svg, "hog 2: 25 %");
        assertThat(height(svg, "hog 1: 75 %")).isCloseTo(whole * 0.75, within(0.1));
        assertThat(svg.getElementsByTagName("title").getLength())
                .as("three lines, two shares")
                .isEqualTo(5);
    }

    @Test
    void saysWhatIsWrongWithItsArguments() throws Exception {
        int status = new FairnessCommand().run(new String[] {"--seconds", "31"}, printer(out), printer(err));

        assertThat(status).isEqualTo(FairnessCommand.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("seconds: 31, must be 1 to 30");
    }

    @Test
    @Tag("long")
    void measuresAndWritesAPlot(@TempDir Path folder) throws Exception {
        String[] arguments = {"--seconds", "1", "--peers", "gmp", "--output", folder.toString()};

        int status = new FairnessCommand().run(arguments, printer(out), printer(err));

        assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(FairnessCommand.OK);
        assertThat(folder.resolve("fairness.svg")).content().startsWith("<svg ").contains(">gmp</text>");
        assertThat(folder.resolve("fairness.csv"))
                .content()
                .startsWith("peer,start_ms")
                .hasLineCount(26);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("gmp").contains("worst p99");
    }

    private static double height(Document svg, String title) {
        var rectangles = svg.getElementsByTagName("rect");
        for (int i = 0; i < rectangles.getLength(); i++) {
            Element rectangle = (Element) rectangles.item(i);
            if (rectangle.getTextContent().equals(title)) {
                return Double.parseDouble(rectangle.getAttribute("height"));
            }
        }
        throw new AssertionError("no rectangle " + title);
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
