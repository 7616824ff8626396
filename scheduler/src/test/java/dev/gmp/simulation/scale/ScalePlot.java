package dev.gmp.simulation.scale;

import dev.gmp.simulation.scale.Scale.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Panels under each other: a line for each load over the number of processors, both axes logarithmic. */
final class ScalePlot {

    private static final int WIDTH = 720;
    private static final int PANEL_HEIGHT = 260;
    private static final int LEFT = 64;
    private static final int RIGHT = 150;
    private static final int TOP = 40;
    private static final int BOTTOM = 40;
    private static final List<String> COLOURS = List.of("#1f77b4", "#d95f02", "#1b9e77", "#7b3294");

    private final List<Figures> figures;
    private final StringBuilder panels = new StringBuilder();
    private int count;

    ScalePlot(List<Figures> figures) {
        this.figures = figures;
    }

    ScalePlot panel(String title, ToDoubleFunction<Figures> figure) {
        List<Figures> shown = new ArrayList<>(figures);
        shown.removeIf(each -> figure.applyAsDouble(each) <= 0);
        double lowest = shown.stream().mapToDouble(figure).min().orElse(1);
        double highest = shown.stream().mapToDouble(figure).max().orElse(1);
        int bottomPower = (int) Math.floor(Math.log10(lowest));
        int topPower = Math.max(bottomPower + 1, (int) Math.ceil(Math.log10(highest)));
        int yOffset = count++ * PANEL_HEIGHT;
        text(LEFT, yOffset + 22, "start", "bold", "#222", title);
        for (int power = bottomPower; power <= topPower; power++) {
            double y = y(yOffset, Math.pow(10, power), bottomPower, topPower);
            line(LEFT, y, WIDTH - RIGHT, y, "#ddd", 1);
            text(LEFT - 6, y + 4, "end", "normal", "#555", label(power));
        }
        int most = figures.stream().mapToInt(Figures::procs).max().orElse(1);
        for (int procs = 1; procs <= most; procs *= 2) {
            double x = x(procs, most);
            text(x, yOffset + PANEL_HEIGHT - BOTTOM + 16, "middle", "normal", "#555", Integer.toString(procs));
        }
        text(WIDTH - RIGHT + 24, yOffset + PANEL_HEIGHT - BOTTOM + 16, "start", "normal", "#555", "processors");
        int legend = 0;
        for (int i = 0; i < Scale.LOADS.size(); i++) {
            String load = Scale.LOADS.get(i);
            List<Figures> row =
                    shown.stream().filter(each -> each.load().equals(load)).toList();
            if (row.isEmpty()) {
                continue;
            }
            StringBuilder points = new StringBuilder();
            for (Figures each : row) {
                double y = y(yOffset, figure.applyAsDouble(each), bottomPower, topPower);
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(each.procs(), most), y));
            }
            String colour = COLOURS.get(i);
            panels.append("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" points=\"%s\"/>%n"
                    .formatted(colour, points.toString().trim()));
            text(WIDTH - RIGHT + 12, yOffset + TOP + 12 + 18 * legend++, "start", "normal", colour, load);
        }
        return this;
    }

    String svg() {
        int height = count * PANEL_HEIGHT;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                        .formatted(WIDTH, height, WIDTH, height)
                + "font-family=\"sans-serif\" font-size=\"12\">\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" + panels + "</svg>\n";
    }

    private static double x(int procs, int most) {
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.log(procs) / Math.log(most);
    }

    private static double y(int yOffset, double value, int bottomPower, int topPower) {
        double part = (Math.log10(value) - bottomPower) / (topPower - bottomPower);
        return yOffset + TOP + (1 - part) * (PANEL_HEIGHT - TOP - BOTTOM);
    }

    private static String label(int power) {
        return power >= 0
                ? String.format(Locale.ROOT, "%,d", (long) Math.pow(10, power))
                : "0." + "0".repeat(-power - 1) + "1";
    }

    private void text(double x, double y, String anchor, String weight, String colour, String what) {
        panels.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-weight=\"%s\" fill=\"%s\">%s</text>%n",
                x,
                y,
                anchor,
                weight,
                colour,
                what));
    }

    private void line(double x1, double y1, double x2, double y2, String colour, int width) {
        panels.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%d\"/>%n",
                x1,
                y1,
                x2,
                y2,
                colour,
                width));
    }
}
