package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.junit.jupiter.api.Test;

class PeersTest {

    @Test
    void theGatewaysOfNodesThatAreLongGoneAreForgotten() throws Exception {
        ActorSystem system = ActorSystem.create("peers", ConfigFactory.defaultReference());
        try {
            Peers peers = new Peers();
            List<ActorRef> gateways = IntStream.range(0, Peers.MOST_GONE + 2)
                    .mapToObj(i -> system.actorOf(Props.empty()))
                    .toList();
            for (int i = 0; i < gateways.size(); i++) {
                NodeId node = new NodeId("pod:7355", i);
                peers.joined(node);
                peers.greeted(node, gateways.get(i));
                peers.removed(node);
                assertThat(peers.node(gateways.get(i))).isEqualTo(node);
            }
            assertThat(peers.node(gateways.get(0))).isNull();
            assertThat(peers.node(gateways.get(1))).isNull();
            assertThat(peers.node(gateways.get(2))).isNotNull();
            assertThat(peers.gateways()).isEmpty();
        } finally {
            system.terminate();
            system.getWhenTerminated().toCompletableFuture().get();
        }
    }
}
