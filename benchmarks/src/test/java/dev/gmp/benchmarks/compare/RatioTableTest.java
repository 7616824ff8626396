package dev.gmp.benchmarks.compare;

import static dev.gmp.benchmarks.peer.Peer.FORK_JOIN_ASYNC;
import static dev.gmp.benchmarks.peer.Peer.FORK_JOIN_LIFO;
import static dev.gmp.benchmarks.peer.Peer.GMP;
import static dev.gmp.benchmarks.peer.Peer.GMP_VIRTUAL;
import static dev.gmp.benchmarks.peer.Peer.GO;
import static dev.gmp.benchmarks.peer.Peer.KOTLINX_DEFAULT;
import static dev.gmp.benchmarks.peer.Peer.VIRTUAL_THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.benchmarks.compare.Plan.Effort;
import dev.gmp.benchmarks.compare.Results.Sample;
import dev.gmp.benchmarks.peer.Peer;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class RatioTableTest {
    private final Results results = new Results();

    @Test
    void comparesMediansWithTheBestPeer() {
        figures(Workload.byId("handOver"), GMP, 60, 50, 40);
        figures(Workload.byId("handOver"), KOTLINX_DEFAULT, 80, 100, 160);
        figures(Workload.byId("handOver"), FORK_JOIN_LIFO, 110, 90, 200);

        assertThat(row(Workload.byId("handOver"), GMP, FORK_JOIN_LIFO, KOTLINX_DEFAULT))
                .containsExactly(
                        "handOver",
                        "ns a round trip",
                        "50.0",
                        "110",
                        "100",
                        "kotlinx Default",
                        "0.45",
                        "0.25–0.75",
                        "≤ 0.6 × best peer",
                        "undecided");
    }

    @Test
    void aTargetMayNameWhomToCompareWith() {
        figures(Workload.byId("forkTree"), GMP, 81, 83);
        figures(Workload.byId("forkTree"), FORK_JOIN_LIFO, 20, 20);
        figures(Workload.byId("forkTree"), FORK_JOIN_ASYNC, 100, 100);

        assertThat(row(Workload.byId("forkTree"), GMP, FORK_JOIN_LIFO, FORK_JOIN_ASYNC))
                .endsWith("ForkJoinPool async", "0.82", "0.81–0.83", "≤ 0.8 × ForkJoinPool async", "**missed**");
    }

    @Test
    void anAbsoluteTargetNeedsNoRatio() {
        figures(Workload.byId("idleCpu"), GMP, 0.2, 0, 0.1);
        figures(Workload.byId("idleCpu"), FORK_JOIN_ASYNC, 0, 0, 0);

        assertThat(row(Workload.byId("idleCpu"), GMP, FORK_JOIN_ASYNC))
                .containsExactly(
                        "idleCpu",
                        "% of a core",
                        "0.100",
                        "0.000",
                        "ForkJoinPool async",
                        "1.00",
                        "0.000–0.200 % of a core",
                        "≤ 0.1",
                        "undecided");
    }

    @Test
    void aSingleRoundDecidesNothing() {
        figures(Workload.byId("handOver"), GMP, 10);
        figures(Workload.byId("handOver"), FORK_JOIN_ASYNC, 100);

        assertThat(row(Workload.byId("handOver"), GMP, FORK_JOIN_ASYNC))
                .endsWith("ForkJoinPool async", "0.10", "–", "≤ 0.6 × best peer", "undecided");
    }

    @Test
    void aPeerThatFailedIsAGap() {
        figures(Workload.byId("resubmit"), FORK_JOIN_ASYNC, 1_234);

        assertThat(row(Workload.byId("resubmit"), GMP, FORK_JOIN_ASYNC))
                .containsExactly("resubmit", "ns an execution", "–", "1,234", "–", "–", "–", "≤ 1.0 × best peer", "");
    }

    @Test
    void theWorseKindOfGoroutinesIsJudged() {
        figures(Workload.byId("hogLatency"), GMP, 0.9, 0.9);
        figures(Workload.byId("hogLatency"), GMP_VIRTUAL, 1.1, 1.3);
        figures(Workload.byId("hogLatency"), FORK_JOIN_ASYNC, 11, 13);

        assertThat(row(Workload.byId("hogLatency"), GMP, GMP_VIRTUAL, FORK_JOIN_ASYNC))
                .endsWith("0.900", "1.20", "12.0", "ForkJoinPool async", "0.10", "1.10–1.30 ms", "≤ 1.0", "**missed**");
    }

    @Test
    void aLimitCanBeMetWithNobodyToCompareWith() {
        figures(Workload.byId("sysmonOverhead"), GMP, 1.01, 1.02);

        assertThat(row(Workload.byId("sysmonOverhead"), GMP))
                .endsWith("–", "–", "1.01–1.02 with/without", "≤ 1.03", "met");
    }

    @Test
    void aFigureWithoutTargetAndPeerHasItsInterval() {
        figures(Workload.byId("checkpoint"), GMP, 1.5, 2.5);

        assertThat(row(Workload.byId("checkpoint"), GMP)).endsWith("2.00", "–", "–", "1.50–2.50 ns a call", "", "");
    }

    @Test
    void aGuestIsShownAndNotComparedWith() {
        figures(Workload.byId("spawn"), GMP_VIRTUAL, 90, 90);
        figures(Workload.byId("spawn"), VIRTUAL_THREADS, 100, 100);
        figures(Workload.byId("spawn"), GO, 50, 50);

        assertThat(row(Workload.byId("spawn"), GMP_VIRTUAL, VIRTUAL_THREADS, GO))
                .containsSubsequence("90.0", "100", "50.0", "virtual threads", "0.90", "0.90–0.90")
                .endsWith("met");
    }

    @Test
    void thePlotPlacesPeersByTheirRatio() throws Exception {
        figures(Workload.byId("handOver"), GMP, 50);
        figures(Workload.byId("handOver"), FORK_JOIN_LIFO, 200);
        figures(Workload.byId("handOver"), KOTLINX_DEFAULT, 100);

        String svg =
                new RatioPlot(plan(Workload.byId("handOver"), GMP, FORK_JOIN_LIFO, KOTLINX_DEFAULT), results).svg();

        double gmp = x(svg, "gmp: 0.50");
        double best = x(svg, "kotlinx Default: 1.00");
        double worst = x(svg, "ForkJoinPool: 2.00");
        assertThat(gmp).isLessThan(best);
        assertThat(worst - best)
                .as("the scale is logarithmic")
                .isCloseTo(best - gmp, org.assertj.core.data.Offset.offset(0.2));
    }

    /** The targets that this project has set itself. */
    @ParameterizedTest
    @CsvSource({
        "submitFromOutside, 1.0, best peer",
        "forkTree,          0.8, ForkJoinPool async",
        "handOver,          0.6, best peer",
        "resubmit,          1.0, best peer",
        "spawn,             1.0, virtual threads",
        "forkTreeJoin,      0.6, virtual threads",
        "pingPong,          0.5, virtual threads",
        "yield,             1.2, virtual threads",
        "pipeline,          0.9, virtual threads",
        "sleep100k,         1.0, virtual threads",
        "goroutinesSleep100k, 1.0, virtual threads",
        "memory,            1.1, virtual threads",
        "echo,              1.0, virtual threads",
        "setAndFire,        0.4, best executor"
    })
    void hasTheTarget(String workload, double atMost, String ofWhom) {
        Target target = Workload.byId(workload).metrics().get(0).target();

        assertThat(target.inWords()).isEqualTo("≤ " + atMost + " × " + ofWhom);
        assertThat(target.limit()).hasValue(atMost);
        assertThat(target.comparedWith()).doesNotContain(Peer.GO).noneMatch(Peer::isOwn);
    }

    private void figures(Workload workload, Peer peer, double... values) {
        for (int round = 0; round < values.length; round++) {
            results.add(new Sample(workload.metrics().get(0), peer, round, values[round]));
        }
    }

    private List<String> row(Workload workload, Peer... peers) {
        String row = new RatioTable(plan(workload, peers), results)
                .markdown()
                .lines()
                .skip(2)
                .findFirst()
                .orElseThrow();
        return Arrays.stream(row.substring(1, row.length() - 1).split("\\|"))
                .map(String::strip)
                .toList();
    }

    private static Plan plan(Workload workload, Peer... peers) {
        return new Plan(workload.group(), List.of(workload), List.of(peers), 3, 2, Effort.QUICK);
    }

    /** The place of the dot with this title. */
    private static double x(String svg, String title) throws Exception {
        NodeList dots = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getElementsByTagName("circle");
        for (int i = 0; i < dots.getLength(); i++) {
            Element dot = (Element) dots.item(i);
            if (dot.getTextContent().equals(title)) {
                return Double.parseDouble(dot.getAttribute("cx"));
            }
        }
        throw new AssertionError("No dot '" + title + "' in " + svg);
    }
}
