package dev.gmp.sample.responsiveness;

import java.util.List;
import java.util.Locale;

/** A panel for each measurement: latency by the second on a logarithmic scale; what was not answered lies at the top. */
final class ResponsivenessPlot {

    private static final int WIDTH = 960;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 84;
    private static final int PANEL = 150;
    private static final int GAP = 62;
    private static final double LOWEST_MILLIS = 0.01;
    private static final double HIGHEST_MILLIS = 100_000;
    private static final String[] GRID = {"0.01", "0.1", "1", "10", "100", "1000", "10000"};
    private static final String PING = "#1f77b4";
    private static final String TASK = "#d62728";

    private final List<Measurement> measurements;
    private final String machine;
    private final StringBuilder svg = new StringBuilder();

    ResponsivenessPlot(List<Measurement> measurements, String machine) {
        this.measurements = measurements;
        this.machine = machine;
    }

    String svg() {
        int height = TOP + measurements.size() * (PANEL + GAP);
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">",
                WIDTH, height);
        add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, height);
        text(LEFT, 24, "start", "#000", 16, "Latency of requests and of short tasks, second by second");
        text(LEFT, 42, "start", "#555", 12, machine);
        legend();
        for (int i = 0; i < measurements.size(); i++) {
            panel(measurements.get(i), TOP + 24 + i * (PANEL + GAP));
        }
        add("</svg>");
        return svg.toString();
    }

    private void legend() {
        String[] names = {"GET /api/ping p50", "p99", "short task p50", "p99"};
        int[] places = {LEFT, 230, 320, 460};
        for (int i = 0; i < names.length; i++) {
            add(
                    "<line x1=\"%d\" x2=\"%d\" y1=\"58\" y2=\"58\" stroke=\"%s\" %s/>",
                    places[i], places[i] + 28, i < 2 ? PING : TASK, style(i % 2 == 1));
            text(places[i] + 34, 62, "start", "#000", 12, names[i]);
        }
        text(540, 62, "start", "#555", 12, "at the upper edge: not answered before the end");
    }

    private void panel(Measurement measurement, int top) {
        text(LEFT, top - 8, "start", "#000", 13, measurement.title());
        for (String millis : GRID) {
            double y = y(top, Double.parseDouble(millis));
            add("<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>", LEFT, WIDTH - RIGHT, y, y);
            text(LEFT - 6, y + 4, "end", "#555", 11, millis + " ms");
        }
        int seconds = measurement.seconds();
        for (int second = 0; second <= seconds; second += 10) {
            text(
                    x(second, seconds),
                    top + PANEL + 16,
                    "middle",
                    "#555",
                    11,
                    (second - Measurement.QUIET_SECONDS) + " s");
        }
        double begin = x(Measurement.QUIET_SECONDS, seconds);
        add(
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#000\" stroke-dasharray=\"3 3\"/>",
                begin, begin, top, top + PANEL);
        text(begin + 4, top + 12, "start", "#000", 11, "the hogs begin");
        add(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>",
                LEFT, top, WIDTH - LEFT - RIGHT, PANEL);
        curves(measurement.pings(), top, PING);
        curves(measurement.tasks(), top, TASK);
    }

    private void curves(LatencySeries series, int top, String colour) {
        for (double quantile : new double[] {0.5, 0.99}) {
            StringBuilder points = new StringBuilder();
            for (int second = 0; second < series.seconds(); second++) {
                double millis = series.quantileMillis(second, second + 1, quantile);
                points.append(
                        String.format(Locale.ROOT, "%.1f,%.1f ", x(second + 0.5, series.seconds()), y(top, millis)));
            }
            add(
                    "<polyline fill=\"none\" stroke=\"%s\" %s points=\"%s\"/>",
                    colour, style(quantile > 0.9), points.toString().strip());
        }
    }

    private static String style(boolean tail) {
        return tail ? "stroke-width=\"2\"" : "stroke-width=\"1.2\" stroke-dasharray=\"4 2\"";
    }

    private static double x(double second, int seconds) {
        return LEFT + second / seconds * (WIDTH - LEFT - RIGHT);
    }

    private static double y(int top, double millis) {
        double bounded = Math.min(Math.max(millis, LOWEST_MILLIS), HIGHEST_MILLIS);
        double share = Math.log10(bounded / LOWEST_MILLIS) / Math.log10(HIGHEST_MILLIS / LOWEST_MILLIS);
        return top + PANEL * (1 - share);
    }

    private void text(double x, double y, String anchor, String colour, int size, String text) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\" font-size=\"%d\">%s</text>",
                x, y, anchor, colour, size, text);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
