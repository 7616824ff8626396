package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Results.Comparison;
import dev.gmp.benchmarks.figures.Figures;
import dev.gmp.benchmarks.figures.MarkdownTable;
import dev.gmp.benchmarks.peer.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The table: a row for each figure, a column for each peer, then the ratio and whether it meets its target. */
final class RatioTable {
    private static final String ABSENT = "–";

    private final Plan plan;
    private final Results results;

    RatioTable(Plan plan, Results results) {
        this.plan = plan;
        this.results = results;
    }

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
        cells.addAll(List.of("compared with", "ratio (rounds)", "target", "met"));
        return cells;
    }

    private List<String> row(Metric metric) {
        List<String> cells = new ArrayList<>(List.of(metric.name(), metric.unit()));
        for (Peer peer : plan.peers()) {
            OptionalDouble median = results.median(metric, peer);
            cells.add(median.isPresent() ? Figures.format(median.getAsDouble()) : ABSENT);
        }
        Optional<Comparison> comparison = results.compare(metric);
        cells.add(comparison.map(c -> c.best().title()).orElse(ABSENT));
        cells.add(comparison.map(this::ratio).orElse(ABSENT));
        cells.add(metric.target().inWords());
        cells.add(verdict(metric, comparison).map(met -> met ? "yes" : "**no**").orElse(""));
        return cells;
    }

    /** A limit for the figure itself needs nobody to compare with. */
    private Optional<Boolean> verdict(Metric metric, Optional<Comparison> comparison) {
        OptionalDouble figure = results.figure(metric);
        if (figure.isEmpty() || (comparison.isEmpty() && !(metric.target() instanceof Target.Absolute))) {
            return Optional.empty();
        }
        return metric.target()
                .isMet(figure.getAsDouble(), comparison.map(Comparison::ratio).orElse(Double.NaN));
    }

    private String ratio(Comparison comparison) {
        if (!Double.isFinite(comparison.ratio())) {
            return ABSENT; // the peer has used nothing at all
        }
        if (plan.rounds() == 1) {
            return Figures.formatRatio(comparison.ratio());
        }
        return "%s (%s–%s)"
                .formatted(
                        Figures.formatRatio(comparison.ratio()),
                        Figures.formatRatio(comparison.lowest()),
                        Figures.formatRatio(comparison.highest()));
    }
}
