package dev.gmp.benchmarks.fairness;

import dev.gmp.benchmarks.fairness.Timeline.Window;
import dev.gmp.benchmarks.figures.Svg;
import dev.gmp.benchmarks.peer.Peer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A column for each peer, time from left to right: above, the latency of the short tasks on a logarithmic scale; below,
 * what part of the hogs' progress is whose.
 */
final class FairnessPlot {
    private static final int LEFT = 90;
    private static final int COLUMN = 300;
    private static final int GAP = 30;
    private static final int TOP = 96;
    private static final int LATENCY_HEIGHT = 200;
    private static final int SHARE_TOP = TOP + LATENCY_HEIGHT + 60;
    private static final int SHARE_HEIGHT = 140;
    private static final int HEIGHT = SHARE_TOP + SHARE_HEIGHT + 60;
    private static final double LOWEST_MILLIS = 0.001;
    private static final double HIGHEST_MILLIS = 10_000;
    private static final String MAX_COLOUR = "#d62728";
    private static final String P99_COLOUR = "#1f77b4";
    private static final String P50_COLOUR = "#2ca02c";
    private static final String[] HOG_COLOURS = {"#4e79a7", "#a0cbe8", "#f28e2b", "#ffbe7d", "#59a14f", "#8cd17d"};

    private final Map<Peer, Timeline> timelines;
    private final int procs;
    private final Svg svg;

    FairnessPlot(Map<Peer, Timeline> timelines, int procs) {
        this.timelines = timelines;
        this.procs = procs;
        this.svg = new Svg(LEFT + timelines.size() * (COLUMN + GAP), HEIGHT, 12);
    }

    String svg() {
        text(
                LEFT,
                24,
                "start",
                16,
                "A short task a millisecond beside " + hogs() + " hogs on " + procs + " processors");
        addLegend();
        addScale();
        int x = LEFT;
        for (Map.Entry<Peer, Timeline> column : timelines.entrySet()) {
            addColumn(column.getKey(), column.getValue(), x);
            x += COLUMN + GAP;
        }
        return svg.toString();
    }

    private int hogs() {
        return timelines.values().stream().mapToInt(Timeline::hogs).max().orElse(0);
    }

    private void addLegend() {
        int x = LEFT;
        for (List<String> entry :
                List.of(List.of(MAX_COLOUR, "longest wait"), List.of(P99_COLOUR, "p99"), List.of(P50_COLOUR, "p50"))) {
            svg.add("<path d=\"M%d 46h22\" stroke=\"%s\" stroke-width=\"2\"/>", x, entry.get(0));
            text(x + 28, 50, "start", 12, entry.get(1));
            x += 124;
        }
        text(x, 50, "start", 12, "by window of 100 ms; below, each colour is a hog");
    }

    private void addScale() {
        for (double millis = LOWEST_MILLIS; millis <= HIGHEST_MILLIS * 1.01; millis *= 10) {
            String label = millis < 0.99
                    ? String.format(Locale.ROOT, "%s ms", Double.toString(Math.round(millis * 1_000) / 1_000.0))
                    : String.format(Locale.ROOT, "%,.0f ms", millis);
            text(LEFT - 8, (int) y(millis) + 4, "end", 11, label);
        }
        text(LEFT - 8, SHARE_TOP + 8, "end", 11, "100 %");
        text(LEFT - 8, SHARE_TOP + SHARE_HEIGHT, "end", 11, "0 %");
        text(LEFT - 8, SHARE_TOP - 14, "end", 11, "progress");
        text(LEFT - 8, TOP - 14, "end", 11, "start after");
    }

    private void addColumn(Peer peer, Timeline timeline, int left) {
        text(left, TOP - 14, "start", 14, peer.title());
        for (double millis = LOWEST_MILLIS; millis <= HIGHEST_MILLIS * 1.01; millis *= 10) {
            svg.add("<path d=\"M%d %.1fh%d\" stroke=\"#e4e4e4\"/>", left, y(millis), COLUMN);
        }
        addLine(timeline, left, Window::p50Millis, P50_COLOUR, "p50");
        addLine(timeline, left, Window::p99Millis, P99_COLOUR, "p99");
        addLine(timeline, left, Window::maxMillis, MAX_COLOUR, "longest wait");
        svg.add(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f4f4f4\"/>",
                left, SHARE_TOP, COLUMN, SHARE_HEIGHT);
        addShares(timeline, left);
        for (int second = 0; second * 1_000L <= timeline.windows().size() * timeline.windowMillis(); second++) {
            double x = x(timeline, second * 1_000.0 / timeline.windowMillis(), left);
            svg.add("<path d=\"M%.1f %dv4\" stroke=\"#555\"/>", x, SHARE_TOP + SHARE_HEIGHT);
            text((int) x, SHARE_TOP + SHARE_HEIGHT + 18, "middle", 11, second + " s");
        }
    }

    private void addLine(Timeline timeline, int left, ToDoubleFunction<Window> value, String colour, String name) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < timeline.windows().size(); i++) {
            path.append(String.format(
                    Locale.ROOT,
                    "%s%.1f %.1f",
                    i == 0 ? "M" : "L",
                    x(timeline, i + 0.5, left),
                    y(value.applyAsDouble(timeline.windows().get(i)))));
        }
        svg.add(
                "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"><title>%s</title></path>",
                path, colour, name);
    }

    private void addShares(Timeline timeline, int left) {
        for (int i = 0; i < timeline.windows().size(); i++) {
            double from = SHARE_TOP + SHARE_HEIGHT;
            for (int hog = 0; hog < timeline.hogs(); hog++) {
                double share = timeline.windows().get(i).shareOf(hog);
                from -= share * SHARE_HEIGHT;
                if (share > 0) {
                    svg.add(
                            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>hog %d: %.0f %%</title></rect>",
                            x(timeline, i, left),
                            from,
                            x(timeline, i + 1, left) - x(timeline, i, left),
                            share * SHARE_HEIGHT,
                            HOG_COLOURS[hog % HOG_COLOURS.length],
                            hog + 1,
                            100 * share);
                }
            }
        }
    }

    private static double x(Timeline timeline, double window, int left) {
        return left + window / Math.max(1, timeline.windows().size()) * COLUMN;
    }

    private static double y(double millis) {
        double within = Math.min(Math.max(millis, LOWEST_MILLIS), HIGHEST_MILLIS);
        double share = Math.log(within / LOWEST_MILLIS) / Math.log(HIGHEST_MILLIS / LOWEST_MILLIS);
        return TOP + LATENCY_HEIGHT - share * LATENCY_HEIGHT;
    }

    private void text(int x, int y, String anchor, int size, String text) {
        svg.add("<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" font-size=\"%d\">%s</text>", x, y, anchor, size, text);
    }
}
