package dev.gmp.sample.responsiveness;

import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Draws a window of a recording as SVG, as a trace viewer shows it: a lane for each processor and machine. */
final class TracePicture {

    private static final List<String> COLOURS =
            List.of("#4e79a7", "#f28e2b", "#59a14f", "#b07aa1", "#e15759", "#76b7b2", "#9c755f");
    private static final int WIDTH = 1_000;
    private static final int LEFT = 60;
    private static final int LANE = 26;

    private final Timeline timeline;
    private final long from;
    private final long to;
    private final Map<String, String> colours = new LinkedHashMap<>();
    private final StringBuilder svg = new StringBuilder();

    private TracePicture(Timeline timeline, long from, long to) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
    }

    /** @param from nanoseconds, as {@code to} */
    static String draw(Timeline timeline, long from, long to) {
        return new TracePicture(timeline, from, to).draw();
    }

    private String draw() {
        List<Slice> visible = timeline.slices().stream()
                .filter(slice -> slice.endNanos() > from && slice.startNanos() < to)
                .filter(slice -> slice.lane().kind() != Lane.Kind.OTHER_THREADS)
                .toList();
        List<Lane> lanes =
                new ArrayList<>(new TreeSet<>(visible.stream().map(Slice::lane).toList()));
        int height = 50 + lanes.size() * LANE;
        for (Lane lane : lanes) {
            text(4, y(lanes, lane) + 15, (lane.kind() == Lane.Kind.PROCESSOR ? "P" : "M") + lane.id());
        }
        visible.forEach(slice -> slice(slice, y(lanes, slice.lane())));
        timeline.arrows().stream()
                .filter(arrow -> arrow.fromNanos() >= from && arrow.toNanos() <= to)
                .filter(arrow -> lanes.contains(arrow.from()) && lanes.contains(arrow.to()))
                .forEach(arrow -> put(
                        "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke='#555' stroke-width='.6'/>",
                        x(arrow.fromNanos()),
                        y(lanes, arrow.from()) + 18,
                        x(arrow.toNanos()),
                        y(lanes, arrow.to()) + 2));
        int legend = LEFT;
        for (Map.Entry<String, String> task : colours.entrySet()) {
            put("<rect x='%d' y='%d' width='10' height='10' fill='%s'/>", legend, height - 14, task.getValue());
            text(legend + 14, height - 5, task.getKey());
            legend += 30 + 7 * task.getKey().length();
        }
        text(LEFT, 14, "%.1f ms".formatted((to - from) / 1e6));
        return "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='12'>\n"
                        .formatted(WIDTH, height)
                + "<rect width='100%' height='100%' fill='white'/>\n" + svg + "</svg>\n";
    }

    private void slice(Slice slice, int y) {
        double start = x(Math.max(from, slice.startNanos()));
        double width = Math.max(0.5, x(Math.min(to, slice.endNanos())) - start);
        put(
                "<rect x='%.1f' y='%d' width='%.1f' height='20' fill='%s' stroke='white' stroke-width='.3'/>",
                start, y, width, colour(slice));
    }

    private String colour(Slice slice) {
        if (slice.goroutine() == 0) {
            return "#e4e4e4"; // parked
        }
        String task = slice.name().substring(slice.name().lastIndexOf('.') + 1);
        return colours.computeIfAbsent(task, any -> COLOURS.get(colours.size() % COLOURS.size()));
    }

    private void text(int x, int y, String text) {
        put("<text x='%d' y='%d'>%s</text>", x, y, text);
    }

    private double x(long nanos) {
        return LEFT + (WIDTH - LEFT - 10.0) * (nanos - from) / (to - from);
    }

    private static int y(List<Lane> lanes, Lane lane) {
        return 22 + lanes.indexOf(lane) * LANE;
    }

    private void put(String pattern, Object... values) {
        svg.append(String.format(Locale.ROOT, pattern, values)).append('\n');
    }
}
