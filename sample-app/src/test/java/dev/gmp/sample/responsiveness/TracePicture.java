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

/**
 * Draws a window of a recording as SVG, as a trace viewer shows it: a lane for each processor and machine. Its classes are
 * those of the style that all drawings in {@code docs/images} have.
 */
final class TracePicture {

    private static final String PARKED = "card";
    private static final List<String> CLASSES = List.of("warm", "thread", "good", "proc", "monitor", "bad");
    private static final int WIDTH = 1_000;
    private static final int LEFT = 60;
    private static final int LANE = 26;

    private final Timeline timeline;
    private final long from;
    private final long to;
    private final Map<String, String> classes = new LinkedHashMap<>();
    private final Map<String, StringBuilder> slices = new LinkedHashMap<>();
    private final StringBuilder svg = new StringBuilder();

    private TracePicture(Timeline timeline, long from, long to) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
    }

    /**
     * @param from nanoseconds, as {@code to}
     * @param style the element of that name
     */
    static String draw(Timeline timeline, long from, long to, String description, String style) {
        return new TracePicture(timeline, from, to).draw(description, style);
    }

    private String draw(String description, String style) {
        List<Slice> visible = timeline.slices().stream()
                .filter(slice -> slice.endNanos() > from && slice.startNanos() < to)
                .filter(slice -> slice.lane().kind() != Lane.Kind.OTHER_THREADS)
                .toList();
        List<Lane> lanes =
                new ArrayList<>(new TreeSet<>(visible.stream().map(Slice::lane).toList()));
        int height = 50 + lanes.size() * LANE;
        put(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"title desc\">",
                WIDTH, height);
        put("<title id=\"title\">A recording of the sample service</title>");
        put("<desc id=\"desc\">%s</desc>", description);
        put("%s", style);
        for (Lane lane : lanes) {
            put("<text x=\"4\" y=\"%d\">%s</text>", y(lanes, lane) + 15, name(lane));
        }
        visible.forEach(slice -> add(slice, y(lanes, slice.lane())));
        slices.forEach((name, path) -> put("<path class=\"%s\" stroke-width=\".5\" d=\"%s\"/>", name, path));
        put("<path class=\"line\" style=\"stroke-width:.6\" d=\"%s\"/>", arrows(lanes));
        int legend = LEFT;
        for (Map.Entry<String, String> task : classes.entrySet()) {
            put(
                    "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"10\" height=\"10\"/>",
                    task.getValue(), legend, height - 14);
            small(legend + 14, height - 5, task.getKey());
            legend += 30 + 7 * task.getKey().length();
        }
        small(LEFT, 14, "%.1f ms".formatted((to - from) / 1e6));
        return svg.append("</svg>\n").toString();
    }

    private void add(Slice slice, int y) {
        double start = x(Math.max(from, slice.startNanos()));
        double width = Math.max(0.5, x(Math.min(to, slice.endNanos())) - start);
        slices.computeIfAbsent(classOf(slice), any -> new StringBuilder())
                .append(String.format(Locale.ROOT, "M%.1f %dh%.1fv20h-%.1fz", start, y, width, width));
    }

    private String classOf(Slice slice) {
        if (slice.goroutine() == 0) {
            return PARKED;
        }
        String task = slice.name().substring(slice.name().lastIndexOf('.') + 1);
        return classes.computeIfAbsent(task, any -> CLASSES.get(classes.size() % CLASSES.size()));
    }

    private String arrows(List<Lane> lanes) {
        StringBuilder path = new StringBuilder();
        timeline.arrows().stream()
                .filter(arrow -> arrow.fromNanos() >= from && arrow.toNanos() <= to)
                .filter(arrow -> lanes.contains(arrow.from()) && lanes.contains(arrow.to()))
                .forEach(arrow -> path.append(String.format(
                        Locale.ROOT,
                        "M%.1f %dL%.1f %d",
                        x(arrow.fromNanos()),
                        y(lanes, arrow.from()) + 18,
                        x(arrow.toNanos()),
                        y(lanes, arrow.to()) + 2)));
        return path.toString();
    }

    private static String name(Lane lane) {
        return (lane.kind() == Lane.Kind.PROCESSOR ? "P" : "M") + lane.id();
    }

    private void small(int x, int y, String text) {
        put("<text class=\"s\" x=\"%d\" y=\"%d\">%s</text>", x, y, text);
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
