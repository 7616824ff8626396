package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.KeyedType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a node says that cannot join, and that the cluster goes on. */
class JoiningTest {

    private final RecordingListener.Owners owners = new RecordingListener.Owners();
    private final Deque<TestNode> nodes = new ArrayDeque<>();

    @AfterEach
    void endAll() {
        nodes.forEach(TestNode::kill);
    }

    @Test
    void aPortInUseIsToldAtOnce() {
        TestNode first = start(TestNode.settings()).awaitUp();

        assertThatThrownBy(() -> start(TestNode.settings("test", port(first.address()), null, TestNode.type())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(first.address())
                .hasMessageContaining("'test'");
    }

    @Test
    void aNodeOfAnotherClusterStaysOutAndSaysWhy() {
        TestNode first = start(TestNode.settings()).awaitUp();
        try (LogLines log = new LogLines()) {
            TestNode other = start(TestNode.settings("other", 0, null, TestNode.type(), first.address()));

            await().atMost(TestNode.LIMIT).until(() -> log.hasLineWith("cluster name: 'other' here, 'test' there"));
            assertThat(other.fabric.status()).isNotEqualTo(Status.UP);
            assertThat(first.fabric.members()).hasSize(1);
        }
    }

    @Test
    void aNodeWithOtherSettingsOfATypeStaysOutAndSaysWhyAndOneWithAnotherTypeJoins() {
        TestNode first = start(TestNode.settings()).awaitUp();
        KeyedType type = TestNode.type();
        try (LogLines log = new LogLines()) {
            start(TestNode.settings("test", 0, null, type.withShards(24), first.address()));

            await().atMost(TestNode.LIMIT)
                    .until(() -> log.hasLineWith(
                            "type 'order': 24 shards, all nodes, not remembered here, 12 shards, all nodes,"));
        }
        KeyedType further = TestNode.type("invoice").withShards(24);
        start(TestNode.settings("test", 0, null, further, first.address())).awaitUp();
        assertThat(first.fabric.members()).hasSize(2);
    }

    @Test
    void aSeedNodeThatCannotBeReachedIsNamedAndANodeJoinsWhenItIsThere() {
        TestNode first = start(TestNode.settings());
        int port = port(first.address());
        nodes.pop().kill();
        try (LogLines log = new LogLines()) {
            TestNode second = start(TestNode.settings("127.0.0.1:" + port));

            await().atMost(TestNode.LIMIT)
                    .until(() -> log.hasLineWith("Couldn't join seed nodes", "127.0.0.1:" + port));
            assertThat(second.fabric.status()).isEqualTo(Status.JOINING);

            start(TestNode.settings("test", port, null, TestNode.type())).awaitUp();
            second.awaitUp();
        }
    }

    @Test
    void nodesWithIpv6AddressesJoin() {
        assumeTrue(hasIpv6(), "This machine has no IPv6");
        TestNode first = start(TestNode.settings("test", "::1", 0, null, TestNode.type()));
        first.awaitUp();
        assertThat(first.address()).startsWith("[0:0:0:0:0:0:0:1]:");

        start(TestNode.settings("test", "::1", 0, null, TestNode.type(), first.address()))
                .awaitUp();
        start(TestNode.settings("test", "[::1]", 0, null, TestNode.type(), "::1:" + port(first.address())))
                .awaitUp();
        assertThat(first.fabric.members()).hasSize(3);
    }

    private static boolean hasIpv6() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private TestNode start(NodeSettings settings) {
        TestNode node = new TestNode(settings, owners);
        nodes.push(node);
        return node;
    }

    private static int port(String address) {
        return Life.address(address).getPort().orElseThrow();
    }
}
