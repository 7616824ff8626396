package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.figures.Figures;
import dev.gmp.benchmarks.figures.Svg;
import dev.gmp.benchmarks.peer.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The plot: a line for each figure that has a ratio, and on it a dot for each peer, at its ratio to the best of the
 * peers compared with. The scale is logarithmic; a tick shows the target.
 */
final class RatioPlot {
    private static final int WIDTH = 960;
    private static final int LEFT = 190;
    private static final int RIGHT = 30;
    private static final int TOP = 90;
    private static final int ROW = 46;
    private static final int BOTTOM = 56;
    private static final int LEGEND_LEFT = 20;
    private static final int LEGEND_STEP = 116;
    private static final int LEGEND_MARGIN = 22;
    private static final int LEGEND_CHARACTER = 6;
    private static final String[] COLOURS = {
        "#d62728", "#f4948e", "#1f77b4", "#6baed6", "#2ca02c", "#9467bd", "#ff7f0e", "#c49c94", "#aec7e8", "#8c564b",
        "#17becf", "#7f7f7f", "#bcbd22", "#e377c2", "#393b79", "#637939", "#8c6d31", "#843c39", "#e41a1c", "#fb8072",
        "#fdb462", "#fccde5", "#08519c", "#80b1d3", "#5254a3", "#756bb1", "#cb181d", "#3182bd"
    };
    private static final double[] GRID = {0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};

    private final Plan plan;
    private final List<Row> rows;
    private final double lowest;
    private final double highest;

    private record Dot(Peer peer, double ratio) {}

    private record Row(Metric metric, List<Dot> dots) {}

    RatioPlot(Plan plan, Results results) {
        this.plan = plan;
        this.rows = rows(plan, results);
        double min = 0.5;
        double max = 2;
        for (Row row : rows) {
            for (Dot dot : row.dots()) {
                min = Math.min(min, dot.ratio() / 1.3);
                max = Math.max(max, dot.ratio() * 1.3);
            }
        }
        this.lowest = min;
        this.highest = max;
    }

    private static List<Row> rows(Plan plan, Results results) {
        List<Row> rows = new ArrayList<>();
        for (Workload workload : plan.workloads()) {
            for (Metric metric : workload.metrics()) {
                Optional<Peer> best = results.best(metric);
                if (best.isEmpty() || !isPlotted(metric)) {
                    continue;
                }
                double one = results.median(metric, best.get()).orElseThrow();
                List<Dot> dots = new ArrayList<>();
                for (Peer peer : plan.peers()) {
                    OptionalDouble median = results.median(metric, peer);
                    if (median.isPresent() && median.getAsDouble() > 0 && one > 0) {
                        dots.add(new Dot(peer, median.getAsDouble() / one));
                    }
                }
                rows.add(new Row(metric, dots));
            }
        }
        return rows;
    }

    /** Idle schedulers use nothing, and nothing has no ratio. */
    private static boolean isPlotted(Metric metric) {
        return !(metric.target() instanceof Target.Absolute limit) || !limit.isOfNothing();
    }

    String svg() {
        int height = TOP + rows.size() * ROW + BOTTOM;
        int width = Math.max(
                WIDTH,
                LEGEND_LEFT
                        + LEGEND_STEP
                        + plan.peers().stream().mapToInt(RatioPlot::legendStep).sum());
        Svg svg = new Svg(width, height, 13);
        svg.add(
                "<text x=\"%d\" y=\"26\" font-size=\"16\" font-weight=\"bold\">Cost beside the peer compared with"
                        + " (= 1; left is better)</text>",
                LEFT);
        addLegend(svg);
        addGrid(svg, height - BOTTOM);
        for (int i = 0; i < rows.size(); i++) {
            addRow(svg, rows.get(i), TOP + i * ROW + ROW / 2);
        }
        return svg.toString();
    }

    private void addLegend(Svg svg) {
        int x = LEGEND_LEFT;
        for (Peer peer : plan.peers()) {
            svg.add("<circle cx=\"%d\" cy=\"54\" r=\"6\" fill=\"%s\"/>", x, colour(peer));
            svg.add("<text x=\"%d\" y=\"58\" font-size=\"11\">%s</text>", x + 10, peer.title());
            x += legendStep(peer);
        }
        svg.add("<path d=\"M%d 46v16\" stroke=\"#222\" stroke-width=\"3\"/>", x);
        svg.add("<text x=\"%d\" y=\"58\" font-size=\"11\">target</text>", x + 8);
    }

    private static int legendStep(Peer peer) {
        return Math.max(
                LEGEND_STEP, LEGEND_MARGIN + LEGEND_CHARACTER * peer.title().length());
    }

    private void addGrid(Svg svg, int bottom) {
        for (double ratio : GRID) {
            if (ratio >= lowest && ratio <= highest) {
                String colour = ratio == 1 ? "#888" : "#ddd";
                svg.add("<path d=\"M%.1f %dV%d\" stroke=\"%s\"/>", x(ratio), TOP, bottom, colour);
                String label = ratio < 1 ? Double.toString(ratio) : String.format(Locale.ROOT, "%.0f", ratio);
                svg.add(
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#555\">%s</text>",
                        x(ratio), bottom + 20, label);
            }
        }
    }

    private void addRow(Svg svg, Row row, int y) {
        svg.add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
                LEFT - 14, y + 4, row.metric().name());
        svg.add("<path d=\"M%d %dH%d\" stroke=\"#eee\"/>", LEFT, y, WIDTH - RIGHT);
        if (row.metric().target() instanceof Target.Ratio target) {
            svg.add(
                    "<path d=\"M%.1f %dv28\" stroke=\"#222\" stroke-width=\"3\"><title>%s</title></path>",
                    x(target.atMost()), y - 14, target.inWords());
        }
        // The scheduler's own dot last: it lies on top.
        row.dots().stream().filter(dot -> !dot.peer().isOwn()).forEach(dot -> addDot(svg, dot, y, 6));
        row.dots().stream().filter(dot -> dot.peer().isOwn()).forEach(dot -> addDot(svg, dot, y, 8));
    }

    private void addDot(Svg svg, Dot dot, int y, int radius) {
        svg.add(
                "<circle cx=\"%.1f\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"#fff\"><title>%s: %s</title></circle>",
                x(dot.ratio()), y, radius, colour(dot.peer()), dot.peer().title(), Figures.formatRatio(dot.ratio()));
    }

    private double x(double ratio) {
        double share = Math.log(ratio / lowest) / Math.log(highest / lowest);
        return LEFT + share * (WIDTH - LEFT - RIGHT);
    }

    /** Each has its own. */
    static String colour(Peer peer) {
        return COLOURS[peer.ordinal()];
    }
}
