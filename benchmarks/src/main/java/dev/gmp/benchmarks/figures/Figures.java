package dev.gmp.benchmarks.figures;

import java.util.Locale;

/** Figures as text. */
public final class Figures {
    private Figures() {}

    /** Three significant digits, or as many as stand before the point. */
    public static String format(double value) {
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    public static String formatRatio(double ratio) {
        return String.format(Locale.ROOT, ratio >= 100 ? "%,.0f" : "%.2f", ratio);
    }

    /** For ratios with an interval, of which a few parts of 1,000 may count. */
    public static String threeDecimals(double ratio) {
        return String.format(Locale.ROOT, "%.3f", ratio);
    }
}
