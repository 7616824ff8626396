package dev.gmp.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gmp.observe.trace.Timeline.Arrow;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.Timeline.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The text itself, which other tools read. */
class ChromeTraceTest {

    private static final Lane P0 = new Lane(Lane.Kind.PROCESSOR, 0);
    private static final Lane M2 = new Lane(Lane.Kind.MACHINE, 2);
    private static final Lane M10 = new Lane(Lane.Kind.MACHINE, 10);
    private static final Lane OTHERS = new Lane(Lane.Kind.OTHER_THREADS, 0);

    /** Of a class loader that has a name. */
    private static final List<StackTraceElement> STACK = List.of(
            new StackTraceElement("app", null, null, "app.Search", "match", "Search.java", 12),
            new StackTraceElement("app.Search", "run", null, -1));

    @Test
    void eachThingHasItsLine() {
        Timeline timeline = timeline(
                "app",
                List.of(
                        new Slice(P0, 1_500, 2_501_005, 7, "dev.gmp.Task", "ended"),
                        new Slice(M10, 0, 999, 0, "parked", "")),
                List.of(new Arrow(7, OTHERS, 1_000, P0, 1_500), new Arrow(8, P0, 2_000, M10, 3_000)),
                List.of(
                        new Mark(M2, 42_000, Mark.Kind.GIVE_WAY, "when asked to", List.of()),
                        new Mark(M2, 43_000, Mark.Kind.PREEMPTION, "of P0", STACK)));

        assertThat(text(timeline)).isEqualTo("""
                {"displayTimeUnit":"ns","otherData":{"scheduler":"app","began":"2026-01-02T03:04:05Z","seconds":2.5,\
                "procs":4,"droppedEvents":3},"traceEvents":[
                {"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"Processors"}},
                {"ph":"M","name":"process_sort_index","pid":1,"tid":0,"args":{"sort_index":0}},
                {"ph":"M","name":"process_name","pid":2,"tid":0,"args":{"name":"Machines"}},
                {"ph":"M","name":"process_sort_index","pid":2,"tid":0,"args":{"sort_index":1}},
                {"ph":"M","name":"process_name","pid":3,"tid":0,"args":{"name":"Other threads"}},
                {"ph":"M","name":"process_sort_index","pid":3,"tid":0,"args":{"sort_index":2}},
                {"ph":"M","name":"thread_name","pid":1,"tid":0,"args":{"name":"P0"}},
                {"ph":"M","name":"thread_sort_index","pid":1,"tid":0,"args":{"sort_index":0}},
                {"ph":"M","name":"thread_name","pid":2,"tid":2,"args":{"name":"M2"}},
                {"ph":"M","name":"thread_sort_index","pid":2,"tid":2,"args":{"sort_index":2}},
                {"ph":"M","name":"thread_name","pid":2,"tid":10,"args":{"name":"M10"}},
                {"ph":"M","name":"thread_sort_index","pid":2,"tid":10,"args":{"sort_index":10}},
                {"ph":"X","cat":"goroutine","name":"G7 Task","pid":1,"tid":0,"ts":1.500,"dur":2499.505,\
                "args":{"goroutine":7,"task":"dev.gmp.Task","end":"ended"}},
                {"ph":"X","cat":"machine","name":"parked","pid":2,"tid":10,"ts":0.000,"dur":0.999,"args":{}},
                {"ph":"s","cat":"ready","name":"ready","id":1,"pid":3,"tid":0,"ts":1.000},
                {"ph":"f","bp":"e","cat":"ready","name":"ready","id":1,"pid":1,"tid":0,"ts":1.500},
                {"ph":"s","cat":"ready","name":"ready","id":2,"pid":1,"tid":0,"ts":2.000},
                {"ph":"f","bp":"e","cat":"ready","name":"ready","id":2,"pid":2,"tid":10,"ts":3.000},
                {"ph":"i","s":"t","cat":"scheduler","name":"give way","pid":2,"tid":2,"ts":42.000,\
                "args":{"detail":"when asked to"}},
                {"ph":"i","s":"t","cat":"scheduler","name":"preemption","pid":2,"tid":2,"ts":43.000,\
                "args":{"detail":"of P0","stack":["app.Search.match(Search.java:12)","app.Search.run(Unknown Source)"]}}
                ]}
                """);
    }

    @Test
    void theNameOfASliceIsThatOfTheClassWithAllLabels() {
        assertThat(text(timeline(
                        "app",
                        List.of(
                                new Slice(P0, 0, 1, 1, "app.Order$$Lambda {method=com.example.Mail.send}", ""),
                                new Slice(P0, 1, 2, 2, "plain {a.b=c}", "")),
                        List.of(),
                        List.of())))
                .contains(
                        "\"name\":\"G1 Order$$Lambda {method=com.example.Mail.send}\"",
                        "\"name\":\"G2 plain {a.b=c}\"");
    }

    @Test
    void theLaneOfOtherThreadsHasANameToo() {
        assertThat(text(timeline("app", List.of(new Slice(OTHERS, 1, 1, 0, "readies", "")), List.of(), List.of())))
                .contains("{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":3,\"tid\":0,"
                        + "\"args\":{\"name\":\"readying, monitor\"}}");
    }

    @Test
    void anyNameCanBeQuoted() {
        assertThat(text(timeline("a\"b\\c\u001f\n d\u00e9", List.of(), List.of(), List.of())))
                .contains("\"scheduler\":\"a\\\"b\\\\c\\u001f\\u000a d\u00e9\",");
    }

    @Test
    void halfACharacterIsReplacedAndTheRestWritten(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("trace.json");
        Timeline timeline =
                timeline("a\ud83d", List.of(new Slice(P0, 0, 1, 1, "\ude00\ud83d\ude00", "")), List.of(), List.of());

        try (Writer out = Files.newBufferedWriter(file)) {
            ChromeTrace.write(timeline, out);
        }
        assertThat(file)
                .content()
                .contains("\"scheduler\":\"a\ufffd\",", "\"task\":\"\ufffd\ud83d\ude00\"")
                .endsWith("]}\n");
    }

    @Test
    void aFailureOfTheOutputIsThrown() {
        Timeline timeline = timeline("app", List.of(), List.of(), List.of());

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> ChromeTrace.write(timeline, new FullDisk()))
                .withMessageContaining("disk full");
    }

    private static String text(Timeline timeline) {
        StringBuilder text = new StringBuilder();
        ChromeTrace.write(timeline, text);
        return text.toString();
    }

    private static Timeline timeline(String scheduler, List<Slice> slices, List<Arrow> arrows, List<Mark> marks) {
        return new Timeline(
                scheduler,
                Instant.parse("2026-01-02T03:04:05Z"),
                Duration.ofMillis(2_500),
                4,
                3,
                slices,
                arrows,
                marks);
    }
}
