package dev.gmp.benchmarks.workload.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EchoTest {

    @ParameterizedTest
    @EnumSource(names = {"GMP_VIRTUAL", "VIRTUAL_THREADS"})
    void everyConnectionIsHeard(Peer peer) throws Exception {
        assumeTrue(peer.isAvailable());
        EchoNetwork network = peer.isOwn() ? EchoNetwork.ofScheduler() : EchoNetwork.ofBlockingChannels();
        try (RunningPeer running = peer.start(2)) {
            Echo echo = new Echo(running.threads(), network, 10);
            Echo.Outcome outcome;
            do { // on a busy machine no connection may have had a CPU in that time
                outcome = echo.run(Duration.ofSeconds(1));
            } while (outcome.roundTrips() == 0);
            assertThat(outcome.roundTrips()).isGreaterThanOrEqualTo(outcome.latencies().length);
            assertThat(outcome.nanos()).isGreaterThanOrEqualTo(1_000_000_000);
            assertThat(outcome.latency(0.5)).isPositive().isLessThanOrEqualTo(outcome.latency(0.99));
        }
    }
}
