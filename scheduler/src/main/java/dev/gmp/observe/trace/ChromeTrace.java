package dev.gmp.observe.trace;

import dev.gmp.observe.trace.Timeline.Arrow;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.Timeline.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
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
public final class ChromeTrace implements TimelineSink {

    /** For what says that events were left out, and for the end of the text. */
    private static final int ROOM_FOR_END = 400;

    private final Timeline head;
    private final Appendable out;
    private final long mostBytes;
    private final Set<Lane> named = new HashSet<>();
    private String separator = "\n";
    private long bytes;
    private long flows;

    /** When the first part was left out, or -1. */
    private long cutAtNanos = -1;

    private boolean isCutEarlier;

    private ChromeTrace(Timeline head, Appendable out, long mostBytes) {
        this.head = head;
        this.out = out;
        this.mostBytes = mostBytes;
    }

    /**
     * Writes a timeline.
     *
     * @param out gets the text in many small pieces
     * @throws UncheckedIOException if {@code out} throws an {@link IOException}
     */
    public static void write(Timeline timeline, Appendable out) {
        write(timeline, out, Long.MAX_VALUE);
    }

    /**
     * As {@link #write(Timeline, Appendable)}, up to a size.
     *
     * @param mostBytes the largest size of the text in UTF-8; 1,000 or more
     * @throws UncheckedIOException if {@code out} throws an {@link IOException}
     * @since 0.2.0
     */
    public static TraceRecording.Written write(Timeline timeline, Appendable out, long mostBytes) {
        ChromeTrace trace = begin(timeline, out, mostBytes);
        Set<Lane> lanes = new TreeSet<>();
        timeline.slices().forEach(slice -> lanes.add(slice.lane()));
        timeline.marks().forEach(mark -> lanes.add(mark.lane()));
        lanes.forEach(trace::nameLane);
        timeline.slices().forEach(trace::slice);
        timeline.arrows().forEach(trace::arrow);
        timeline.marks().forEach(trace::mark);
        return trace.end();
    }

    /**
     * Begins a text whose slices, arrows and marks follow one by one, in any order. {@link #end} is called last.
     *
     * @param head has the name, the times and the counts; its slices, arrows and marks are not written
     * @param out gets the text in many small pieces
     * @param mostBytes the largest size of the text in UTF-8; 1,000 or more
     * @throws UncheckedIOException if {@code out} throws an {@link IOException}, as all methods of the result do
     * @since 0.2.0
     */
    public static ChromeTrace begin(Timeline head, Appendable out, long mostBytes) {
        ChromeTrace trace = new ChromeTrace(head, out, mostBytes);
        trace.begin();
        return trace;
    }

    private void begin() {
        put("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"scheduler\":" + quoted(head.scheduler()) + ",\"began\":\""
                + head.began() + "\",\"seconds\":" + head.length().toNanos() / 1e9 + ",\"procs\":" + head.procs()
                + ",\"droppedEvents\":" + head.dropped() + "},\"traceEvents\":[");
        for (Lane.Kind kind : Lane.Kind.values()) {
            metadata("process_name", kind, 0, "name", quoted(processName(kind)));
            metadata("process_sort_index", kind, 0, "sort_index", Integer.toString(kind.ordinal()));
        }
    }

    @Override
    public void slice(Slice slice) {
        nameLane(slice.lane());
        String name =
                slice.goroutine() == 0 ? slice.name() : "G" + slice.goroutine() + " " + withoutPackage(slice.name());
        String arguments = slice.goroutine() == 0
                ? "{}"
                : "{\"goroutine\":" + slice.goroutine() + ",\"task\":" + quoted(slice.name()) + ",\"end\":"
                        + quoted(slice.end()) + "}";
        event(
                slice.startNanos(),
                "\"ph\":\"X\",\"cat\":\"" + (slice.goroutine() == 0 ? "machine" : "goroutine") + "\",\"name\":"
                        + quoted(name) + "," + place(slice.lane()) + ",\"ts\":" + micros(slice.startNanos())
                        + ",\"dur\":" + micros(slice.endNanos() - slice.startNanos()) + ",\"args\":" + arguments);
    }

    /** Writes both of its ends or none. */
    @Override
    public void arrow(Arrow arrow) {
        flows++;
        event(
                arrow.toNanos(),
                flow("s", "", arrow.from(), arrow.fromNanos()) + "},\n{"
                        + flow("f", ",\"bp\":\"e\"", arrow.to(), arrow.toNanos()));
    }

    @Override
    public void mark(Mark mark) {
        nameLane(mark.lane());
        String name = mark.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        event(
                mark.nanos(),
                "\"ph\":\"i\",\"s\":\"t\",\"cat\":\"scheduler\",\"name\":\"" + name + "\"," + place(mark.lane())
                        + ",\"ts\":" + micros(mark.nanos()) + ",\"args\":{\"detail\":" + quoted(mark.detail())
                        + stack(mark.stack()) + "}");
    }

    /** From nine tenths of the largest size on: the rest is for what is open then. */
    @Override
    public boolean isFull() {
        return bytes >= mostBytes / 10 * 9;
    }

    @Override
    public void cut(long nanos) {
        if (cutAtNanos < 0) {
            cutAtNanos = nanos;
        }
    }

    /**
     * Adds a mark which says that all events before the beginning are left out, because the text may not be larger.
     *
     * @since 0.2.0
     */
    public void cutEarlier() {
        isCutEarlier = true;
        event(0, fileFull(0, "earlier"));
    }

    /**
     * Ends the text. A mark in it says whether parts were left out.
     *
     * @since 0.2.0
     */
    public TraceRecording.Written end() {
        if (cutAtNanos >= 0) {
            put(separator + "{" + fileFull(cutAtNanos, "later") + "}");
        }
        put("\n]}\n");
        return new TraceRecording.Written(bytes, head.dropped(), cutAtNanos >= 0 || isCutEarlier);
    }

    private String fileFull(long nanos, String leftOut) {
        return "\"ph\":\"i\",\"s\":\"g\",\"cat\":\"scheduler\",\"name\":\"file full\","
                + place(new Lane(Lane.Kind.OTHER_THREADS, 0)) + ",\"ts\":" + micros(nanos) + ",\"args\":{\"detail\":\""
                + leftOut + " events are left out: the file may have " + mostBytes + " bytes\"}";
    }

    private void nameLane(Lane lane) {
        if (named.add(lane)) {
            metadata("thread_name", lane.kind(), lane.id(), "name", quoted(laneName(lane)));
            metadata("thread_sort_index", lane.kind(), lane.id(), "sort_index", Long.toString(lane.id()));
        }
    }

    private void metadata(String what, Lane.Kind kind, long id, String key, String value) {
        event(
                0,
                "\"ph\":\"M\",\"name\":\"" + what + "\"," + place(new Lane(kind, id)) + ",\"args\":{\"" + key + "\":"
                        + value + "}");
    }

    private String flow(String phase, String binding, Lane lane, long nanos) {
        return "\"ph\":\"" + phase + "\"" + binding + ",\"cat\":\"ready\",\"name\":\"ready\",\"id\":" + flows + ","
                + place(lane) + ",\"ts\":" + micros(nanos);
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

    private void event(long nanos, String members) {
        String text = separator + "{" + members + "}";
        long length = utf8Length(text);
        if (bytes + length > mostBytes - ROOM_FOR_END) {
            cut(nanos);
            return;
        }
        put(text, length);
        separator = ",\n";
    }

    /** Labels may have dots, too. */
    private static String withoutPackage(String name) {
        int labels = name.indexOf(" {");
        return name.substring(name.lastIndexOf('.', labels < 0 ? name.length() : labels) + 1);
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
        put(text, utf8Length(text));
    }

    private void put(String text, long length) {
        bytes += length;
        try {
            out.append(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each half of a surrogate pair counts two of its four bytes. */
    private static long utf8Length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }
}
