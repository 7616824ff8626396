package dev.gmp.benchmarks.compare;

import static dev.gmp.benchmarks.peer.Peer.GMP_VIRTUAL;
import static dev.gmp.benchmarks.peer.Peer.GO;
import static dev.gmp.benchmarks.peer.Peer.VIRTUAL_THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.benchmarks.compare.Plan.Effort;
import dev.gmp.benchmarks.compare.Results.Sample;
import dev.gmp.benchmarks.peer.Peer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTableTest {
    private static final Workload EXCHANGER = Workload.byId("exchanger");

    private final Results results = new Results();

    @Test
    void isMetIfTheWholeIntervalLiesBelowOne() {
        figures(0, GMP_VIRTUAL, 50, 45, 99);
        figures(0, VIRTUAL_THREADS, 100, 100, 100);

        assertThat(row("exchanger"))
                .startsWith("exchanger", "ns a meeting", "50.0", "100")
                .endsWith("0.450–0.990", "3", "met");
    }

    @Test
    void isMissedIfTheWholeIntervalLiesAboveOne() {
        figures(0, GMP_VIRTUAL, 101, 200);
        figures(0, VIRTUAL_THREADS, 100, 100);

        assertThat(row("exchanger")).endsWith("1.421", "1.010–2.000", "2", "**missed**");
    }

    /** Each turn is a pair: what slows both in one turn does not count. */
    @Test
    void isUndecidedIfTheIntervalIncludesOne() {
        figures(1, GMP_VIRTUAL, 90, 1_100);
        figures(1, VIRTUAL_THREADS, 100, 1_000);

        assertThat(row("exchanger, CPU")).endsWith("0.995", "0.900–1.100", "2", "undecided");
    }

    @Test
    void aGuestIsShownAndASinglePeerIsNotJudged() {
        figures(0, GMP_VIRTUAL, 50);
        figures(0, GO, 20);

        assertThat(row("exchanger")).containsSubsequence("50.0", "–", "20.0").endsWith("–", "–", "0", "not measured");
        assertThat(table()).contains("Of 2 figures met: 0, missed: 0, undecided: 0, unknown: 2.");
    }

    private void figures(int metric, Peer peer, double... values) {
        for (int turn = 0; turn < values.length; turn++) {
            results.add(new Sample(EXCHANGER.metrics().get(metric), peer, turn, values[turn]));
        }
    }

    private String table() {
        Plan plan =
                new Plan(Group.MEET, List.of(EXCHANGER), List.of(GMP_VIRTUAL, VIRTUAL_THREADS, GO), 1, 2, Effort.TURNS);
        return new TurnsTable(plan, results).markdown();
    }

    private List<String> row(String figure) {
        String row = table().lines()
                .filter(line -> line.startsWith("| " + figure + " "))
                .findFirst()
                .orElseThrow();
        return Arrays.stream(row.substring(1, row.length() - 1).split("\\|"))
                .map(String::strip)
                .toList();
    }
}
