package dev.gmp.simulation.scale;

import dev.gmp.simulation.scale.Scale.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Writes the figures and plots of {@code docs/benchmarks/scale.md}: {@code benchmarks/run scale}. It is no test, and runs only
 * when it is asked for by its name.
 */
class ScalePage {

    private static final int MOST_PROCS = 256;
    private static final String TABLE = "<!-- figures -->";

    private final Path folder = Path.of("..", "docs", "benchmarks");

    @Test
    void write() throws IOException {
        List<Figures> figures = new Scale().runAll(MOST_PROCS);
        Files.writeString(folder.resolve("scale.csv"), csv(figures));
        Files.writeString(
                folder.resolve("scale.svg"),
                new ScalePlot(figures)
                        .panel("Shared reads for each task", Figures::reads)
                        .panel("Shared writes for each task", Figures::writes)
                        .panel("Failed compare-and-sets for each task", Figures::failed)
                        .panel("Reads of a search that finds nothing", Figures::search)
                        .svg());
        Path page = folder.resolve("scale.md");
        String text = Files.readString(page);
        String before = text.substring(0, text.indexOf(TABLE) + TABLE.length());
        String after = text.substring(text.lastIndexOf(TABLE));
        Files.writeString(page, before + "\n\n" + tables(figures) + after);
    }

    private static String csv(List<Figures> figures) {
        StringBuilder text = new StringBuilder("load,procs,reads,writes,updates,failed,search\n");
        for (Figures each : figures) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s,%d,%.3f,%.3f,%.3f,%.4f,%s%n",
                    each.load(),
                    each.procs(),
                    each.reads(),
                    each.writes(),
                    each.updates(),
                    each.failed(),
                    each.search() < 0 ? "" : each.search()));
        }
        return text.toString();
    }

    private static String tables(List<Figures> figures) {
        StringBuilder text = new StringBuilder();
        table(text, "Shared reads for each task", figures, "%.1f", Figures::reads);
        table(text, "Shared writes for each task", figures, "%.2f", Figures::writes);
        table(text, "Atomic updates for each task, which are among the writes", figures, "%.2f", Figures::updates);
        table(text, "Compare-and-sets that failed, for each task", figures, "%.3f", Figures::failed);
        table(text, "Reads of a search that finds nothing", figures, "%.0f", Figures::search);
        return text.toString();
    }

    private static void table(
            StringBuilder text, String title, List<Figures> figures, String format, ToDoubleFunction<Figures> figure) {
        text.append("### ").append(title).append("\n\n| load |");
        StringBuilder rule = new StringBuilder("|---|");
        for (int procs = 1; procs <= MOST_PROCS; procs *= 2) {
            text.append(' ').append(procs).append(" |");
            rule.append("---:|");
        }
        text.append('\n').append(rule).append('\n');
        for (String load : Scale.LOADS) {
            List<Figures> row = figures.stream()
                    .filter(each -> each.load().equals(load) && figure.applyAsDouble(each) >= 0)
                    .toList();
            if (!row.isEmpty()) {
                text.append("| ").append(load).append(" |");
                row.forEach(each -> text.append(' ')
                        .append(String.format(Locale.ROOT, format, figure.applyAsDouble(each)))
                        .append(" |"));
                text.append('\n');
            }
        }
        text.append('\n');
    }
}
