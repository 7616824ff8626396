package dev.gmp.sample.responsiveness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** The measurements as {@code responsiveness.svg}, and in numbers as {@code responsiveness.csv}. */
final class ResponsivenessReport {

    private final List<Measurement> measurements;
    private final int hogs;

    ResponsivenessReport(Collection<Measurement> measurements, int hogs) {
        this.measurements = List.copyOf(measurements);
        this.hogs = hogs;
    }

    void write(Path folder) throws IOException {
        if (measurements.isEmpty()) {
            return;
        }
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("responsiveness.svg"), new ResponsivenessPlot(measurements, machine()).svg());
        Files.write(folder.resolve("responsiveness.csv"), csv());
    }

    private String machine() {
        Runtime runtime = Runtime.getRuntime();
        return "%d hogs; JDK %s, %d CPUs, %s %s"
                .formatted(
                        hogs,
                        Runtime.version(),
                        runtime.availableProcessors(),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"));
    }

    private List<String> csv() {
        List<String> lines = new ArrayList<>();
        lines.add("measurement,second,ping p50 ms,ping p99 ms,task p50 ms,task p99 ms");
        for (Measurement each : measurements) {
            for (int second = 0; second < each.seconds(); second++) {
                lines.add("\"%s\",%d,%s,%s,%s,%s"
                        .formatted(
                                each.title(),
                                second - Measurement.QUIET_SECONDS,
                                number(each.pings(), second, 0.5),
                                number(each.pings(), second, 0.99),
                                number(each.tasks(), second, 0.5),
                                number(each.tasks(), second, 0.99)));
            }
        }
        return lines;
    }

    /** Empty where the requests were not answered. */
    private static String number(LatencySeries series, int second, double quantile) {
        double millis = series.quantileMillis(second, second + 1, quantile);
        return Double.isInfinite(millis) ? "" : String.format(Locale.ROOT, "%.3f", millis);
    }
}
