package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Results.Comparison;
import dev.gmp.benchmarks.figures.Figures;
import dev.gmp.benchmarks.figures.Judgement;
import dev.gmp.benchmarks.figures.MarkdownTable;
import dev.gmp.benchmarks.peer.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The table: a row for each figure, a column for each peer, then the ratio, its interval and what that says of the target. */
record RatioTable(Plan plan, Results results) {
    private static final String ABSENT = "–";

    /** In Markdown, with padded columns, so that it can be read as plain text. */
    String markdown() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(heading());
        for (Workload workload : plan.workloads()) {
            workload.metrics().forEach(metric -> rows.add(row(metric)));
        }
        return MarkdownTable.of(rows);
    }

    private List<String> heading() {
        List<String> cells = new ArrayList<>(List.of("work", "unit"));
        plan.peers().forEach(peer -> cells.add(peer.isOwn() ? "**" + peer.title() + "**" : peer.title()));
        cells.addAll(List.of("compared with", "ratio", "95 % interval", "target", "verdict"));
        return cells;
    }

    private List<String> row(Metric metric) {
        List<String> cells = new ArrayList<>(List.of(metric.name(), metric.unit()));
        for (Peer peer : plan.peers()) {
            OptionalDouble median = results.median(metric, peer);
            cells.add(median.isPresent() ? Figures.format(median.getAsDouble()) : ABSENT);
        }
        Optional<Comparison> comparison = results.compare(metric);
        cells.add(comparison.flatMap(Comparison::best).map(Peer::title).orElse(ABSENT));
        cells.add(comparison
                .flatMap(Comparison::ratio)
                .map(ratio -> Figures.formatRatio(ratio.mean()))
                .orElse(ABSENT));
        cells.add(comparison.flatMap(its -> interval(metric, its)).orElse(ABSENT));
        cells.add(metric.target().inWords());
        cells.add(comparison
                .flatMap(Comparison::judgement)
                .map(Judgement::inWords)
                .orElse(""));
        return cells;
    }

    /**
     * Of the ratio; of the figure itself, with its unit, where that has the target or there is no ratio. Empty if there was one
     * round only.
     */
    private static Optional<String> interval(Metric metric, Comparison comparison) {
        boolean isOfFigure =
                metric.target() instanceof Target.Absolute || comparison.ratio().isEmpty();
        return Optional.of(isOfFigure ? comparison.figure() : comparison.ratio().orElseThrow())
                .filter(interval -> interval.values() > 1)
                .map(interval -> isOfFigure
                        ? Figures.format(interval.low()) + "–" + Figures.format(interval.high()) + " " + metric.unit()
                        : Figures.formatRatio(interval.low()) + "–" + Figures.formatRatio(interval.high()));
    }
}
