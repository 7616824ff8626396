package dev.gmp.observe.trace;

import dev.gmp.observe.trace.Timeline.Arrow;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.Timeline.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Writes timelines as JSON of Chrome's trace viewer, which Perfetto reads, too. Processors, machines and other threads
 * are three "processes" with a lane for each. Goroutines are slices (phase {@code X}), readying is flows ({@code s} to
 * {@code f}), and the rest is instants ({@code i}).
 *
 * @since 0.1
 */
public final class ChromeTrace {

    private final Appendable out;
    private String separator = "\n";

    private ChromeTrace(Appendable out) {
        this.out = out;
    }

    /**
     * Writes a timeline.
     *
     * @param out gets the text in many small pieces
     * @throws UncheckedIOException if {@code out} throws an {@link IOException}
     */
    public static void write(Timeline timeline, Appendable out) {
        new ChromeTrace(out).write(timeline);
    }

    private void write(Timeline timeline) {
        put("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"scheduler\":");
        put(quoted(timeline.scheduler()));
        put(",\"began\":\"" + timeline.began() + "\",\"seconds\":"
                + timeline.length().toNanos() / 1e9);
        put(",\"procs\":" + timeline.procs() + ",\"droppedEvents\":" + timeline.dropped() + "},\"traceEvents\":[");
        Set<Lane> lanes = new TreeSet<>();
        timeline.slices().forEach(slice -> lanes.add(slice.lane()));
        timeline.marks().forEach(mark -> lanes.add(mark.lane()));
        for (Lane.Kind kind : Lane.Kind.values()) {
            metadata("process_name", kind, 0, "name", quoted(processName(kind)));
            metadata("process_sort_index", kind, 0, "sort_index", Integer.toString(kind.ordinal()));
        }
        for (Lane lane : lanes) {
            metadata("thread_name", lane.kind(), lane.id(), "name", quoted(laneName(lane)));
            metadata("thread_sort_index", lane.kind(), lane.id(), "sort_index", Long.toString(lane.id()));
        }
        timeline.slices().forEach(this::slice);
        long flow = 0;
        for (Arrow arrow : timeline.arrows()) {
            flow++;
            flow("s", "", flow, arrow.from(), arrow.fromNanos());
            flow("f", ",\"bp\":\"e\"", flow, arrow.to(), arrow.toNanos());
        }
        timeline.marks().forEach(this::mark);
        put("\n]}\n");
    }

    private void metadata(String what, Lane.Kind kind, long id, String key, String value) {
        event("\"ph\":\"M\",\"name\":\"" + what + "\"," + place(new Lane(kind, id)) + ",\"args\":{\"" + key + "\":"
                + value + "}");
    }

    private void slice(Slice slice) {
        String name = slice.goroutine() == 0
                ? slice.name()
                : "G" + slice.goroutine() + " "
                        + slice.name().substring(slice.name().lastIndexOf('.') + 1);
        String arguments = slice.goroutine() == 0
                ? "{}"
                : "{\"goroutine\":" + slice.goroutine() + ",\"task\":" + quoted(slice.name()) + ",\"end\":"
                        + quoted(slice.end()) + "}";
        event("\"ph\":\"X\",\"cat\":\"" + (slice.goroutine() == 0 ? "machine" : "goroutine") + "\",\"name\":"
                + quoted(name) + "," + place(slice.lane()) + ",\"ts\":" + micros(slice.startNanos()) + ",\"dur\":"
                + micros(slice.endNanos() - slice.startNanos()) + ",\"args\":" + arguments);
    }

    private void flow(String phase, String binding, long id, Lane lane, long nanos) {
        event("\"ph\":\"" + phase + "\"" + binding + ",\"cat\":\"ready\",\"name\":\"ready\",\"id\":" + id + ","
                + place(lane) + ",\"ts\":" + micros(nanos));
    }

    private void mark(Mark mark) {
        String name = mark.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        event("\"ph\":\"i\",\"s\":\"t\",\"cat\":\"scheduler\",\"name\":\"" + name + "\"," + place(mark.lane())
                + ",\"ts\":" + micros(mark.nanos()) + ",\"args\":{\"detail\":" + quoted(mark.detail())
                + stack(mark.stack()) + "}");
    }

    /** As stack traces print it, without the names of class loaders. */
    private static String stack(List<StackTraceElement> frames) {
        return frames.isEmpty()
                ? ""
                : frames.stream()
                        .map(frame -> quoted(new StackTraceElement(
                                        frame.getClassName(),
                                        frame.getMethodName(),
                                        frame.getFileName(),
                                        frame.getLineNumber())
                                .toString()))
                        .collect(Collectors.joining(",", ",\"stack\":[", "]"));
    }

    private void event(String members) {
        put(separator);
        separator = ",\n";
        put("{" + members + "}");
    }

    private static String place(Lane lane) {
        return "\"pid\":" + (lane.kind().ordinal() + 1) + ",\"tid\":" + lane.id();
    }

    private static String processName(Lane.Kind kind) {
        return switch (kind) {
            case PROCESSOR -> "Processors";
            case MACHINE -> "Machines";
            case OTHER_THREADS -> "Other threads";
        };
    }

    private static String laneName(Lane lane) {
        return switch (lane.kind()) {
            case PROCESSOR -> "P" + lane.id();
            case MACHINE -> "M" + lane.id();
            case OTHER_THREADS -> "readying, monitor";
        };
    }

    /** Microseconds, the unit of the format, with three digits for the nanoseconds. */
    private static String micros(long nanos) {
        String fraction = Long.toString(1_000 + Math.floorMod(nanos, 1_000L)).substring(1);
        return Math.floorDiv(nanos, 1_000L) + "." + fraction;
    }

    /** Replaces an unpaired surrogate, which an encoding writer could refuse together with the rest of the text. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            } else if (Character.isSurrogate(c) && !Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                quoted.append('\ufffd');
            } else if (Character.isHighSurrogate(c)) {
                quoted.append(c).append(text.charAt(++i));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private void put(String text) {
        try {
            out.append(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
