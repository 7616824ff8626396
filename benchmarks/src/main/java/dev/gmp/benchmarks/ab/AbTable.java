package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.compare.Metric;
import dev.gmp.benchmarks.compare.Results;
import dev.gmp.benchmarks.compare.Results.Comparison;
import dev.gmp.benchmarks.compare.Results.Sample;
import dev.gmp.benchmarks.figures.Figures;
import dev.gmp.benchmarks.figures.Judgement;
import dev.gmp.benchmarks.figures.MarkdownTable;
import dev.gmp.benchmarks.figures.MeanInterval;
import dev.gmp.benchmarks.figures.Median;
import dev.gmp.benchmarks.peer.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What was found: a row for each figure on each peer. */
record AbTable(List<Row> rows) {
    private static final String ABSENT = "–";

    /**
     * A figure on a peer.
     *
     * @param ratio empty if there is no pair to judge by
     * @param target what the new version's figures say of the target; empty if it has none, or the peers that it names were not
     *     measured
     */
    private record Row(
            Metric metric,
            Peer peer,
            List<Pair> pairs,
            Optional<MeanInterval> ratio,
            Verdict verdict,
            Optional<Judgement> target) {}

    static AbTable of(List<Measurement> measurements, List<Pair> pairs, double gate) {
        List<Row> rows = new ArrayList<>();
        Results results = newVersion(pairs);
        for (Measurement measurement : measurements) {
            for (Metric metric : measurement.metrics()) {
                List<Pair> its = pairs.stream()
                        .filter(pair -> pair.metric().equals(metric) && pair.peer() == measurement.peer())
                        .toList();
                Optional<MeanInterval> ratio =
                        MeanInterval.ofRatios(its.stream().mapToDouble(Pair::logRatio));
                Verdict verdict = ratio.map(it -> Verdict.of(it, gate)).orElse(Verdict.UNKNOWN);
                Optional<Judgement> target = measurement.peer().isOwn()
                        ? results.compare(metric, measurement.peer()).flatMap(Comparison::judgement)
                        : Optional.empty();
                rows.add(new Row(metric, measurement.peer(), its, ratio, verdict, target));
            }
        }
        return new AbTable(rows);
    }

    /** A pair is a round. */
    private static Results newVersion(List<Pair> pairs) {
        Results results = new Results();
        pairs.forEach(pair -> results.add(new Sample(pair.metric(), pair.peer(), pair.number(), pair.newValue())));
        return results;
    }

    /** How many rows are judged like that. */
    long count(Verdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).count();
    }

    String markdown() {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of(
                "figure",
                "peer",
                "unit",
                "old",
                "new",
                "new/old",
                "95 % interval",
                "pairs",
                "verdict",
                "target",
                "met by new"));
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
                row.verdict().inWords(),
                row.target().isPresent() ? row.metric().target().inWords() : "",
                row.target().map(Judgement::inWords).orElse(""));
    }

    private static String median(Row row, Function<Pair, Double> value) {
        return row.pairs().isEmpty()
                ? ABSENT
                : Figures.format(Median.of(row.pairs().stream().map(value).toList()));
    }
}
