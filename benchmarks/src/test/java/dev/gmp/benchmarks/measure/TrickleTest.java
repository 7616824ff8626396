package dev.gmp.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TrickleTest {
    static List<Peer> peers() {
        return Peer.available();
    }

    @ParameterizedTest
    @MethodSource("peers")
    void everyTaskStartsAfterItWasHandedIn(Peer peer) {
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            Trickle.Cost cost = new Trickle(running.executor(), Duration.ofMillis(1)).run(25);

            assertThat(cost.tasks()).isEqualTo(25);
            assertThat(cost.startLatencyNanos()).hasSize(25).isSorted();
            assertThat(cost.startLatencyNanos()[0]).isPositive();
            assertThat(cost.cpuNanosPerTask()).isPositive();
        }
    }

    @Test
    void latencyIsThatWhichAFractionDidNotExceed() {
        Trickle.Cost cost =
                new Trickle.Cost(100, 0, LongStream.rangeClosed(1, 100).toArray());

        assertThat(cost.latencyNanos(0.50)).isEqualTo(50);
        assertThat(cost.latencyNanos(0.99)).isEqualTo(99);
        assertThat(cost.latencyNanos(0.991)).isEqualTo(100);
        assertThat(cost.latencyNanos(1)).isEqualTo(100);
        assertThat(cost.latencyNanos(0)).isEqualTo(1);
    }
}
