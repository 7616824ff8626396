package dev.gmp.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.benchmarks.compare.Results.Sample;
import dev.gmp.benchmarks.peer.Peer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FiguresCsvTest {
    private static final Metric CPU = Workload.byId("exchanger").metrics().get(1);

    @Test
    void ofSeveralTurnsTheMedianIsRead() {
        String text = FiguresCsv.of(List.of(turn(0, 90), turn(1, 10), turn(2, 20)));

        assertThat(FiguresCsv.parse(text)).isEqualTo(Map.of("exchanger, CPU", 20.0));
    }

    @Test
    void aUnitMayHaveCommas() {
        Metric notRun = Workload.byId("hogs300").metrics().get(0);
        assertThat(notRun.unit()).contains(",");
        String text = FiguresCsv.of(List.of(new Sample(notRun, Peer.GMP, 0, 3)));

        assertThat(FiguresCsv.parse(text)).isEqualTo(Map.of(notRun.name(), 3.0));
    }

    private static Sample turn(int number, double value) {
        return new Sample(CPU, Peer.GMP_VIRTUAL, number, value);
    }
}
