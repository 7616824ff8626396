package dev.gmp.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.gmp.benchmarks.cluster.KeyedNode.Keyed;
import dev.gmp.benchmarks.peer.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("long")
class KeyedNodeTest {

    /** The measurements rest on this: keys of another JVM are found, and what is sent to them is counted there. */
    @ParameterizedTest
    @EnumSource(names = {"GMP_CLUSTER", "PEKKO_SHARDING"})
    void messagesArriveInTheOtherJvm(Peer peer) throws Exception {
        int[] ports = ClusterMeasurements.freePorts();
        KeyedNode node = KeyedNode.start(peer, ports[0], ports[0]);
        // It leaves before the second node is killed: alone it would first have to take that one for lost.
        // The outer one closes it if the second node does not start.
        try (node) {
            try (SecondNode second = SecondNode.start(peer, ports[1], ports[0]);
                    node) {
                List<Keyed> keys = second.keys(node, 3);

                assertThat(Traffic.nanosPerMessage(keys, 10, Duration.ofMillis(100)))
                        .isPositive();
                assertThat(Traffic.roundTrips(keys, Duration.ofMillis(100))).isNotEmpty();
                Counted counted = keys.get(0).ask().join();
                assertThat(counted.jvm()).isNotEqualTo(ProcessHandle.current().pid());
                assertThat(counted.messages()).isPositive();
                assertThatIllegalStateException()
                        .isThrownBy(() -> Traffic.requireArrived(counted.messages() + 1, counted));
            }
        }
    }
}
