package dev.gmp.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeTest {
    private static final Duration INTERVAL = Duration.ofMillis(1);

    @Test
    void measuresFromWhenATaskWasDue() throws Exception {
        Probe probe = new Probe(Runnable::run, INTERVAL, 20);

        probe.handInAll();
        probe.await();

        Probe.Waits waits = probe.from(Duration.ZERO);
        assertThat(waits.notRun()).isZero();
        assertThat(waits.waitNanos()).hasSize(20).isSorted();
        assertThat(waits.waitNanos()[0]).isPositive();
    }

    @Test
    void aTaskThatHasNotBegunHasWaitedUntilNow() throws Exception {
        List<Runnable> kept = new ArrayList<>();
        Probe probe = new Probe(kept::add, INTERVAL, 10);

        probe.handInAll();
        probe.await(INTERVAL);
        kept.get(9).run();

        assertThat(probe.from(Duration.ZERO).notRun()).isEqualTo(9);
        Probe.Waits later = probe.from(INTERVAL.multipliedBy(4));
        assertThat(later.notRun()).isEqualTo(5);
        assertThat(later.waitNanos()).hasSize(6);
        assertThat(later.millis(1)).as("due six intervals before the last").isGreaterThan(5);
    }
}
