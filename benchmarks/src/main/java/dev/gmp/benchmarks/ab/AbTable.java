package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.compare.Metric;
import dev.gmp.benchmarks.figures.Figures;
import dev.gmp.benchmarks.figures.MarkdownTable;
import dev.gmp.benchmarks.figures.RatioInterval;
import dev.gmp.benchmarks.peer.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;

/** What was found: a row for each figure on each peer. */
final class AbTable {
    private static final String ABSENT = "–";
    private static final double MEDIAN = 50;

    private final List<Row> rows;

    private AbTable(List<Row> rows) {
        this.rows = rows;
    }

    /** @param ratio empty if there is no pair to judge by */
    private record Row(Metric metric, Peer peer, List<Pair> pairs, Optional<RatioInterval> ratio, Verdict verdict) {}

    static AbTable of(List<Measurement> measurements, List<Pair> pairs, double gate) {
        List<Row> rows = new ArrayList<>();
        for (Measurement measurement : measurements) {
            for (Metric metric : measurement.metrics()) {
                List<Pair> its = pairs.stream()
                        .filter(pair -> pair.metric().equals(metric) && pair.peer() == measurement.peer())
                        .toList();
                Optional<RatioInterval> ratio = RatioInterval.of(its.stream().mapToDouble(Pair::logRatio));
                Verdict verdict = ratio.map(it -> Verdict.of(it, gate)).orElse(Verdict.UNKNOWN);
                rows.add(new Row(metric, measurement.peer(), its, ratio, verdict));
            }
        }
        return new AbTable(rows);
    }

    /** How many rows are judged like that. */
    long count(Verdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).count();
    }

    String markdown() {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of("figure", "peer", "unit", "old", "new", "new/old", "95 % interval", "pairs", "verdict"));
        rows.forEach(row -> cells.add(cells(row)));
        return MarkdownTable.of(cells);
    }

    private static List<String> cells(Row row) {
        return List.of(
                row.metric().name(),
                row.peer().id(),
                row.metric().unit(),
                median(row, Pair::oldValue),
                median(row, Pair::newValue),
                row.ratio().map(ratio -> Figures.threeDecimals(ratio.mean())).orElse(ABSENT),
                row.ratio()
                        .map(ratio -> Figures.threeDecimals(ratio.low()) + "–" + Figures.threeDecimals(ratio.high()))
                        .orElse(ABSENT),
                Integer.toString(row.pairs().size()),
                row.verdict().inWords());
    }

    private static String median(Row row, ToDoubleFunction<Pair> value) {
        return row.pairs().isEmpty()
                ? ABSENT
                : Figures.format(StatUtils.percentile(
                        row.pairs().stream().mapToDouble(value).toArray(), MEDIAN));
    }
}
