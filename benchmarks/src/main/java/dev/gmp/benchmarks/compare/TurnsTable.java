package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.figures.Figures;
import dev.gmp.benchmarks.figures.MarkdownTable;
import dev.gmp.benchmarks.figures.RatioInterval;
import dev.gmp.benchmarks.peer.Peer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What was found by peers that took turns: a row for each figure, with the interval of its ratio and a verdict. */
final class TurnsTable {
    /** The scheduler. */
    static final Peer OWN = Peer.GMP_VIRTUAL;
    /** The one it is compared with. */
    static final Peer OTHER = Peer.VIRTUAL_THREADS;

    private static final String ABSENT = "–";

    private final Plan plan;
    private final Results results;
    private final List<Row> rows;

    /** Whether the scheduler takes no more than the other. */
    enum Verdict {
        /** The whole interval lies below 1. */
        MET("met"),
        /** The whole interval lies above 1. */
        MISSED("**missed**"),
        /** The interval includes 1. */
        UNDECIDED("undecided"),
        /** There is nothing to judge by. */
        UNKNOWN("not measured");

        private final String inWords;

        Verdict(String inWords) {
            this.inWords = inWords;
        }

        static Verdict of(RatioInterval ratio) {
            if (ratio.high() < 1) {
                return MET;
            }
            return ratio.low() > 1 ? MISSED : UNDECIDED;
        }
    }

    private record Row(Metric metric, Optional<RatioInterval> ratio, Verdict verdict) {}

    TurnsTable(Plan plan, Results results) {
        this.plan = plan;
        this.results = results;
        this.rows = plan.workloads().stream()
                .flatMap(workload -> workload.metrics().stream())
                .map(metric -> row(metric, RatioInterval.of(results.logRatiosByRound(metric, OWN, OTHER))))
                .toList();
    }

    private static Row row(Metric metric, Optional<RatioInterval> ratio) {
        return new Row(metric, ratio, ratio.map(Verdict::of).orElse(Verdict.UNKNOWN));
    }

    /** The table, and below it how many figures have which verdict. */
    String markdown() {
        List<List<String>> cells = new ArrayList<>();
        List<String> heading = new ArrayList<>(List.of("figure", "unit"));
        plan.peers().forEach(peer -> heading.add(peer.isOwn() ? "**" + peer.title() + "**" : peer.title()));
        heading.addAll(List.of("ratio", "95 % interval", "turns", "verdict"));
        cells.add(heading);
        rows.forEach(row -> cells.add(cells(row)));
        return MarkdownTable.of(cells) + "\n" + summary() + "\n";
    }

    private List<String> cells(Row row) {
        List<String> cells =
                new ArrayList<>(List.of(row.metric().name(), row.metric().unit()));
        for (Peer peer : plan.peers()) {
            OptionalDouble median = results.median(row.metric(), peer);
            cells.add(median.isPresent() ? Figures.format(median.getAsDouble()) : ABSENT);
        }
        Optional<RatioInterval> ratio = row.ratio();
        cells.add(ratio.map(it -> Figures.threeDecimals(it.mean())).orElse(ABSENT));
        cells.add(ratio.map(it -> Figures.threeDecimals(it.low()) + "–" + Figures.threeDecimals(it.high()))
                .orElse(ABSENT));
        cells.add(ratio.map(it -> Integer.toString(it.pairs())).orElse("0"));
        cells.add(row.verdict().inWords);
        return cells;
    }

    private String summary() {
        return Arrays.stream(Verdict.values())
                .map(verdict -> "%s: %d".formatted(verdict.name().toLowerCase(Locale.ROOT), count(verdict)))
                .collect(Collectors.joining(", ", "Of " + rows.size() + " figures ", "."));
    }

    private long count(Verdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).count();
    }
}
