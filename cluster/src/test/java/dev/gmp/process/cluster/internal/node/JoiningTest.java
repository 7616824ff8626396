package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueFactory;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.KeyedType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.cluster.Cluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a node says that cannot join, and that the cluster goes on. */
@Tag("long")
class JoiningTest {

    private static final RecordingListener.Owners OWNERS = new RecordingListener.Owners();

    /** The only node of its cluster, which no other joins. */
    private static TestNode whole;

    private final RecordingListener.Owners owners = new RecordingListener.Owners();
    private final Deque<TestNode> nodes = new ArrayDeque<>();

    @BeforeAll
    static void startWhole() {
        whole = new TestNode(TestNode.settings(), OWNERS).awaitUp();
    }

    @AfterAll
    static void endWhole() {
        whole.kill();
    }

    @AfterEach
    void endAll() {
        nodes.parallelStream().forEach(TestNode::kill);
    }

    @Test
    void aPortInUseIsToldAtOnce() {
        assertThatThrownBy(() -> start(TestNode.settings("test", port(whole.address()), null, TestNode.type())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(whole.address())
                .hasMessageContaining("'test'");
    }

    @Test
    void aNodeOfAnotherClusterStaysOutAndSaysWhy() {
        try (LogLines log = new LogLines()) {
            TestNode other = start(TestNode.settings("other", 0, null, TestNode.type(), whole.address()));

            await().atMost(TestNode.LIMIT).until(() -> log.hasLineWith("cluster name: 'other' here, 'test' there"));
            assertThat(other.fabric.status()).isNotEqualTo(Status.UP);
            assertThat(whole.fabric.members()).hasSize(1);
        }
    }

    @Test
    void partsOfAClustersNameAreNotTakenForItsValue() {
        TestNode first =
                start(TestNode.settings("x: a", 0, null, TestNode.type())).awaitUp();
        try (LogLines log = new LogLines()) {
            start(TestNode.settings("y: a", 0, null, TestNode.type(), first.address()));

            await().atMost(TestNode.LIMIT).until(() -> log.hasLineWith("cluster name: 'y: a' here, 'x: a' there"));
            assertThat(first.fabric.members()).hasSize(1);
        }
    }

    @Test
    void aNodeWithOtherTimesOfFailureStaysOutAndSaysWhy() {
        try (LogLines log = new LogLines()) {
            start(TestNode.settings(Duration.ofSeconds(3), Duration.ofMillis(1500), whole.address()));
            start(TestNode.settings(Duration.ofSeconds(2), Duration.ofSeconds(4), whole.address()));

            await().atMost(TestNode.LIMIT)
                    .until(() -> log.hasLineWith("gmp.cluster.failure.stable-after: 3000 ms here, 2000 ms there")
                            && log.hasLineWith("gmp.cluster.failure.acceptable-pause: 4000 ms here, 1500 ms there"));
            assertThat(whole.fabric.members()).hasSize(1);
        }
    }

    @Test
    void aNodeWithAnotherFormatOfMessagesStaysOutAndSaysWhy() {
        try (LogLines log = new LogLines()) {
            start(TestNode.settingsWithFormat("CBOR", whole.address()));

            await().atMost(TestNode.LIMIT).until(() -> log.hasLineWith("gmp.cluster.format: CBOR here, JSON there"));
            assertThat(whole.fabric.members()).hasSize(1);
        }
    }

    /** The other node is an actor system with the settings that a later release would have. */
    @Test
    void aNodeThatWritesAnotherVersionOfFramesStaysOutAndSaysWhy() {
        Config ours = PekkoConfig.of(TestNode.settings(), 0);
        List<String> contract = new ArrayList<>(ours.getStringList(PekkoConfig.CONTRACT));
        contract.set(contract.indexOf("version of frames") + 1, "2");
        ActorSystem later = ActorSystem.create(
                PekkoConfig.SYSTEM, ours.withValue(PekkoConfig.CONTRACT, ConfigValueFactory.fromIterable(contract)));
        try (LogLines log = new LogLines()) {
            Cluster.get(later).joinSeedNodes(List.of(Addresses.address(whole.address())));

            await().atMost(TestNode.LIMIT).until(() -> log.hasLineWith("version of frames: 2 here, 1 there"));
            assertThat(whole.fabric.members()).hasSize(1);
        } finally {
            later.terminate();
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
        await().atMost(TestNode.LIMIT).until(() -> first.fabric.members().size() == 2);
    }

    @Test
    void aSeedNodeThatCannotBeReachedIsNamedAndANodeJoinsWhenItIsThere() {
        int port = TestNode.freePort("127.0.0.1");
        try (LogLines log = new LogLines()) {
            TestNode second = start(TestNode.settings("127.0.0.1:" + port));

            await().atMost(TestNode.LIMIT)
                    .until(() -> log.hasLineWith("Couldn't join seed nodes", "127.0.0.1:" + port));
            assertThat(second.fabric.status()).isEqualTo(Status.JOINING);

            start(TestNode.settings("test", port, null, TestNode.type())).awaitUp();
            second.awaitUp();
        }
    }

    /** It may be a member that stands still. */
    @Test
    void aSeedNodeThatListensAndIsSilentDelaysTheFounding() throws IOException {
        int port = TestNode.freePort("127.0.0.1");
        try (LogLines log = new LogLines();
                ServerSocket silent = new ServerSocket(0)) {
            String other = "127.0.0.1:" + silent.getLocalPort();
            TestNode first = start(TestNode.settings("test", port, null, TestNode.type(), "127.0.0.1:" + port, other));

            await().atMost(TestNode.LIMIT).until(() -> log.hasLineWith("founds no cluster yet", other));
            assertThat(first.fabric.status()).isEqualTo(Status.JOINING);

            first.awaitUp();
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
        await().atMost(TestNode.LIMIT).until(() -> first.fabric.members().size() == 3);
    }

    @Test
    void aNodeDoesNotTakeItselfForAnotherSeedNode() {
        assumeTrue(hasIpv6(), "This machine has no IPv6");
        int port = TestNode.freePort("::1");
        TestNode first = start(TestNode.settings("test", "::1", 0, null, TestNode.type()));
        first.awaitUp();
        try (LogLines log = new LogLines()) {
            start(TestNode.settings("test", "::1", port, null, TestNode.type(), first.address(), "[0000::1]:" + port))
                    .awaitUp();

            assertThat(log.hasLineWith("by [" + first.address() + "]")).isTrue();
        }
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
        return Addresses.address(address).getPort().orElseThrow();
    }
}
