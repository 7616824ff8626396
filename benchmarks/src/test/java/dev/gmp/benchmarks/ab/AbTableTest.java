package dev.gmp.benchmarks.ab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.benchmarks.peer.Peer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbTableTest {
    private static final double OLD = 100;

    @ParameterizedTest
    @CsvSource({
        "106, 1.05, **missed**: LOSS, 1.060",
        "104, 1.05, met: more,        1.040",
        "104, 1.0,  **missed**: LOSS, 1.040",
        "105, 1.05, undecided: more,  1.050",
        "100, 1.05, met,              1.000",
        "50,  1.05, met: less,        0.500"
    })
    void judgesByTheRatioOfNewToOld(double figure, double gate, String verdict, String ratio) {
        List<Measurement> measurements = Measurement.of("handOver", List.of(Peer.GMP));

        assertThat(cells(AbTable.of(measurements, pairs(measurements, figure), gate), "handOver"))
                .contains(verdict, ratio);
    }

    /** A limit for the figure itself needs no peer, a ratio to a peer needs that one. */
    @ParameterizedTest
    @CsvSource({
        "idleCpu,  0.05, gmp,                 ≤ 0.1,        met",
        "idleCpu,  0.2,  gmp,                 ≤ 0.1,        **missed**",
        "handOver, 6,    gmp,                 '',           ''",
        "forkTree, 6,    'gmp,forkJoinAsync', ForkJoinPool, **missed**"
    })
    void judgesTheNewFiguresByTheirTarget(
            String workload, double figure, String peers, String target, String judgement) {
        List<Measurement> measurements = Measurement.of(
                workload, Arrays.stream(peers.split(",")).map(Peer::byId).toList());

        List<String> cells = cells(AbTable.of(measurements, pairs(measurements, figure), 1.05), workload);

        assertThat(cells.get(cells.size() - 2)).contains(target);
        assertThat(cells.get(cells.size() - 1)).isEqualTo(judgement);
    }

    /** Two pairs of each measurement. */
    private static List<Pair> pairs(List<Measurement> measurements, double newValue) {
        List<Pair> pairs = new ArrayList<>();
        for (int number = 1; number <= 2; number++) {
            for (Measurement measurement : measurements) {
                pairs.add(new Pair(number, true, measurement.metrics().get(0), measurement.peer(), OLD, newValue));
            }
        }
        return pairs;
    }

    /** Those of the first row of a figure. */
    private static List<String> cells(AbTable table, String figure) {
        String row = table.markdown()
                .lines()
                .filter(line -> line.startsWith("| " + figure + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No row " + figure + " in " + table.markdown()));
        return Arrays.stream(row.split("\\|")).map(String::strip).toList();
    }
}
