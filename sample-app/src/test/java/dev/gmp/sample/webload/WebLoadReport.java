package dev.gmp.sample.webload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The figures as {@code web.md}: a table for each share of the CPUs. */
final class WebLoadReport {

    private final Map<String, Map<ServerKind, Map<Figure, Double>>> measured;
    private final int warmUp;
    private final int seconds;
    private final int rounds;

    /** @param measured by a title of the CPUs that the servers got */
    WebLoadReport(Map<String, Map<ServerKind, Map<Figure, Double>>> measured, int warmUp, int seconds, int rounds) {
        this.measured = measured;
        this.warmUp = warmUp;
        this.seconds = seconds;
        this.rounds = rounds;
    }

    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> lines = new ArrayList<>();
        lines.add("# Benchmarks: the sample under load");
        lines.add("");
        lines.add(
                "The sample in JVMs of their own with a heap of 2 GB, on Tomcat, and clients on the same machine. Each figure is measured for");
        lines.add(
                "%d s, latencies beside other requests for %d s, and is the median of %d round(s), each with new JVMs. Two loads of %d s warm a"
                        .formatted(seconds, WebLoad.LONGER_BESIDE_OTHERS * seconds, rounds, warmUp));
        lines.add(
                "server up, again and again until its JIT compiler takes less than %d %% of a CPU meanwhile, %d times at most. The servers of a"
                        .formatted(WarmUp.RESTS_BELOW_PERCENT, WarmUp.MOST_ROUNDS));
        lines.add(
                "round stand side by side and take turns, %d times for each throughput; all but one are paused. A fast request answers at once;"
                        .formatted(WebLoadTests.WINDOWS));
        lines.add(
                "latencies are those of one that is due every 5 ms, counted from when it was due. The mix has 80 % fast requests, 12 % that");
        lines.add(
                "sleep for 20 ms, 5 % that compute for some milliseconds, and 3 % that sleep for 20 ms where a virtual thread is pinned.");
        lines.add(
                "Memory is that of %,d requests after as many have waited %d times and %d s have passed in which threads that were needed"
                        .formatted(WebLoad.HELD, WebLoad.heldBefore(warmUp), WebLoad.THREADS_END));
        lines.add(
                "before end. A full collection leaves nothing that is dead, and gives back what is free before the resident memory is read: it");
        lines.add("would hold the 2 GB on any server otherwise.");
        lines.add(
                "Virtual goroutines are measured against the targets; direct ones are shown with them. The sample sets");
        lines.add("`gmp.overtime.policy=lower-priority`, and the servers may call the C library for it.");
        lines.add("");
        lines.add(machine());
        measured.forEach((title, figures) -> {
            lines.add("");
            lines.add("## " + title);
            lines.add("");
            lines.addAll(table(figures));
        });
        Files.write(folder.resolve("web.md"), lines);
    }

    private static String machine() {
        return "JDK %s, %d CPUs, %s %s"
                .formatted(
                        Runtime.version(),
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"));
    }

    private static List<String> table(Map<ServerKind, Map<Figure, Double>> figures) {
        List<String> lines = new ArrayList<>();
        StringBuilder head = new StringBuilder("| | unit |");
        StringBuilder rule = new StringBuilder("|---|---|");
        for (ServerKind server : ServerKind.values()) {
            head.append(server.isOwn() ? " **" + server.title() + "** |" : " " + server.title() + " |");
            rule.append("---|");
        }
        lines.add(head + " target | met by virtual | by direct |");
        lines.add(rule + "---|---|---|");
        for (Figure figure : Figure.values()) {
            Map<ServerKind, Double> row = ofAll(figure, figures);
            if (!row.isEmpty()) {
                lines.add(row(figure, row));
            }
        }
        return lines;
    }

    private static String row(Figure figure, Map<ServerKind, Double> figures) {
        StringBuilder row = new StringBuilder("| " + figure.title() + " | " + figure.unit() + " |");
        for (ServerKind server : ServerKind.values()) {
            row.append(' ').append(format(figures.get(server))).append(" |");
        }
        return row.append(' ')
                .append(figure.target())
                .append(" | ")
                .append(verdict(figure.isMet(ServerKind.GMP_VIRTUAL, figures)))
                .append(" | ")
                .append(verdict(figure.isMet(ServerKind.GMP_DIRECT, figures)))
                .append(" |")
                .toString();
    }

    private static Map<ServerKind, Double> ofAll(Figure figure, Map<ServerKind, Map<Figure, Double>> figures) {
        Map<ServerKind, Double> row = new java.util.EnumMap<>(ServerKind.class);
        figures.forEach((server, all) -> {
            if (all.containsKey(figure)) {
                row.put(server, all.get(figure));
            }
        });
        return row;
    }

    private static String verdict(Optional<Boolean> met) {
        return met.map(yes -> yes ? "yes" : "**no**").orElse("");
    }

    private static String format(Double figure) {
        if (figure == null) {
            return "–";
        }
        return String.format(Locale.ROOT, figure >= 100 ? "%,.0f" : figure >= 10 ? "%.1f" : "%.2f", figure);
    }
}
