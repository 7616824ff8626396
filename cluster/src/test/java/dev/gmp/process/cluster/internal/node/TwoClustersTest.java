package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that have founded two clusters of one name: one seed node was alone for too long, and the other one has no seed nodes. */
@Tag("long")
class TwoClustersTest {

    private final RecordingListener.Owners owners = new RecordingListener.Owners();
    private final Deque<TestNode> nodes = new ArrayDeque<>();

    @AfterEach
    void endAll() {
        nodes.parallelStream().forEach(TestNode::kill);
    }

    /** The seed node that another one will have. */
    private int port;

    @BeforeEach
    void choosePort() {
        port = TestNode.freePort("127.0.0.1");
    }

    @Test
    void aNodeThatIsAloneJoinsTheLargerCluster() {
        TestNode lonely = startFirstSeed();
        NodeId alone = lonely.self();
        TestNode first = start(0);
        TestNode second = start(port, first.address());
        List<NodeId> members = List.of(first.self(), second.self());

        awaitOneCluster();

        assertThat(List.of(first.self(), second.self())).isEqualTo(members);
        assertThat(lonely.self()).isNotEqualTo(alone);
        assertThat(lonely.address()).isEqualTo(alone.address());
    }

    @Test
    void aNodeThatLeavesForTheLargerClusterTellsItsMembers() {
        TestNode seed = startFirstSeed();
        start(0, seed.address());
        TestNode first = start(0);
        TestNode second = start(0, first.address());
        TestNode third = start(port, first.address());
        List<NodeId> members = List.of(first.self(), second.self(), third.self());

        awaitOneCluster();

        assertThat(List.of(first.self(), second.self(), third.self())).isEqualTo(members);
    }

    private TestNode startFirstSeed() {
        int own = TestNode.freePort("127.0.0.1");
        return start(own, "127.0.0.1:" + own, "127.0.0.1:" + port);
    }

    private TestNode start(int at, String... seeds) {
        TestNode node = new TestNode(TestNode.settings("test", at, null, TestNode.type(), seeds), owners);
        nodes.push(node);
        return node.awaitUp();
    }

    private void awaitOneCluster() {
        await().atMost(TestNode.LIMIT)
                .untilAsserted(() -> assertThat(nodes).allSatisfy(node -> {
                    assertThat(node.fabric.status()).isEqualTo(Status.UP);
                    assertThat(node.fabric.members()).hasSameSizeAs(nodes);
                }));
    }
}
