package dev.gmp.benchmarks.fairness;

import dev.gmp.benchmarks.figures.Percentile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What happened in each of the windows, all of one length, that a run is cut into.
 *
 * @param windowMillis length of a window
 * @param windows in order
 */
record Timeline(long windowMillis, List<Window> windows) {
    private static final String HEADING = "start_ms,latency_p50_ms,latency_p99_ms,latency_max_ms";

    /**
     * A window. Latency is that of the short tasks handed in during it, from hand-in to start.
     *
     * @param hogSteps what each hog has done during the window
     */
    record Window(double p50Millis, double p99Millis, double maxMillis, long[] hogSteps) {
        /** @param latencyNanos of at least one task, in any order */
        static Window of(long[] latencyNanos, long[] hogSteps) {
            long[] sorted = latencyNanos.clone();
            Arrays.sort(sorted);
            return new Window(
                    Percentile.of(sorted, 0.50) / 1e6,
                    Percentile.of(sorted, 0.99) / 1e6,
                    sorted[sorted.length - 1] / 1e6,
                    hogSteps.clone());
        }

        /** This hog's part of what all hogs did; 0 if they did nothing. */
        double shareOf(int hog) {
            long all = Arrays.stream(hogSteps).sum();
            return all == 0 ? 0 : (double) hogSteps[hog] / all;
        }
    }

    int hogs() {
        return windows.isEmpty() ? 0 : windows.get(0).hogSteps().length;
    }

    /** The highest of the windows' 99th percentiles. */
    double worstP99Millis() {
        return windows.stream().mapToDouble(Window::p99Millis).max().orElse(0);
    }

    /** A heading, then a line for each window. */
    String csv() {
        StringBuilder text = new StringBuilder(HEADING);
        for (int hog = 1; hog <= hogs(); hog++) {
            text.append(",hog_").append(hog).append("_steps");
        }
        text.append('\n');
        for (int i = 0; i < windows.size(); i++) {
            Window window = windows.get(i);
            text.append(String.format(
                    Locale.ROOT,
                    "%d,%.4f,%.4f,%.4f",
                    i * windowMillis,
                    window.p50Millis(),
                    window.p99Millis(),
                    window.maxMillis()));
            Arrays.stream(window.hogSteps()).forEach(steps -> text.append(',').append(steps));
            text.append('\n');
        }
        return text.toString();
    }

    /** Reads what {@link #csv} wrote. */
    static Timeline parse(String csv, long windowMillis) {
        List<Window> windows = new ArrayList<>();
        csv.lines().skip(1).forEach(line -> {
            String[] cells = line.split(",");
            windows.add(new Window(
                    Double.parseDouble(cells[1]),
                    Double.parseDouble(cells[2]),
                    Double.parseDouble(cells[3]),
                    Arrays.stream(cells).skip(4).mapToLong(Long::parseLong).toArray()));
        });
        return new Timeline(windowMillis, List.copyOf(windows));
    }
}
