package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.figures.Figures;
import dev.gmp.benchmarks.figures.Judgement;
import dev.gmp.benchmarks.figures.MarkdownTable;
import dev.gmp.benchmarks.figures.MeanInterval;
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
    static final Peer OWN = Peer.GMP_VIRTUAL;
    static final Peer OTHER = Peer.VIRTUAL_THREADS;

    private static final String ABSENT = "–";

    private final Plan plan;
    private final Results results;
    private final List<Row> rows;

    private record Row(Metric metric, Optional<MeanInterval> ratio, Judgement judgement) {}

    TurnsTable(Plan plan, Results results) {
        this.plan = plan;
        this.results = results;
        this.rows = plan.workloads().stream()
                .flatMap(workload -> workload.metrics().stream())
                .map(metric -> row(metric, MeanInterval.ofRatios(results.logRatiosByRound(metric, OWN, OTHER))))
                .toList();
    }

    private static Row row(Metric metric, Optional<MeanInterval> ratio) {
        return new Row(
                metric, ratio, metric.target().judge(Optional.empty(), ratio).orElse(Judgement.UNKNOWN));
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
        Optional<MeanInterval> ratio = row.ratio();
        cells.add(ratio.map(it -> Figures.threeDecimals(it.mean())).orElse(ABSENT));
        cells.add(ratio.map(it -> Figures.threeDecimals(it.low()) + "–" + Figures.threeDecimals(it.high()))
                .orElse(ABSENT));
        cells.add(ratio.map(it -> Integer.toString(it.values())).orElse("0"));
        cells.add(row.judgement().inWords());
        return cells;
    }

    private String summary() {
        return Arrays.stream(Judgement.values())
                .map(judgement -> "%s: %d".formatted(judgement.name().toLowerCase(Locale.ROOT), count(judgement)))
                .collect(Collectors.joining(", ", "Of " + rows.size() + " figures ", "."));
    }

    private long count(Judgement judgement) {
        return rows.stream().filter(row -> row.judgement() == judgement).count();
    }
}
