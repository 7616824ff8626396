package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.ClusterSnapshot.Member;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.cluster.Cluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes of one JVM on loopback, with Pekko as in production and an engine that has no processes. */
@Tag("long")
class NodeFabricTest {

    private final RecordingListener.Owners owners = new RecordingListener.Owners();
    private final Deque<TestNode> nodes = new ArrayDeque<>();

    /** The others join by it. */
    private TestNode first;

    private TestNode second;
    private TestNode third;

    @AfterEach
    void endAll() {
        nodes.parallelStream().forEach(TestNode::kill);
        await().atMost(TestNode.LIMIT)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("gmp-cluster-")));
        assertThat(owners.conflicts()).isEmpty();
    }

    @Test
    void shardsHaveOneOwnerWhichMovesWhenANodeJoinsAndWhenOneLeavesInOrder() {
        first = start(TestNode.settings()).awaitUp();
        first.awaitAllLocated();
        assertThat(first.listener.owned).hasSize(TestNode.SHARDS);

        second = start(TestNode.settings(first.address())).awaitUp();
        await().atMost(TestNode.LIMIT).until(() -> {
            first.awaitAllLocated();
            return Set.copyOf(first.listener.located.values()).size() == 2;
        });
        assertThat(second.listener.owned).isNotEmpty();
        assertThat(first.fabric.members())
                .extracting(Member::address)
                .containsExactly(first.address(), second.address());

        second.close();
        first.awaitAllLocated();
        await().atMost(TestNode.LIMIT).until(() -> first.listener.owned.size() == TestNode.SHARDS);
        assertThat(second.fabric.status()).isEqualTo(Status.CLOSED);
        assertThat(second.listener.owned).isEmpty();
    }

    @Test
    void framesGoBetweenAllNodesInTheOrderOfTheCallsAndNameTheirSender() {
        startThree();
        List<TestNode> all = List.of(first, second, third);
        await().atMost(TestNode.LIMIT)
                .until(() ->
                        all.stream().allMatch(from -> all.stream().allMatch(to -> from.fabric.isReachable(to.self()))));

        for (TestNode from : all) {
            for (TestNode to : all) {
                for (int i = 0; i < 100; i++) {
                    from.fabric.send(to.self(), new Frame.NotHere(from.address(), i));
                }
            }
        }

        for (TestNode to : all) {
            await().atMost(TestNode.LIMIT).until(() -> to.listener.frames.size() == 300);
            Set<NodeId> senders = new HashSet<>();
            Map<NodeId, Integer> next = new java.util.HashMap<>();
            to.listener.frames.forEach(entry -> {
                Frame.NotHere frame = (Frame.NotHere) entry.getValue();
                assertThat(frame.type()).isEqualTo(entry.getKey().address());
                assertThat(frame.shard()).isEqualTo(next.merge(entry.getKey(), 1, Integer::sum) - 1);
                senders.add(entry.getKey());
            });
            assertThat(senders).hasSize(3);
        }
    }

    @Test
    void shardsOfAKilledNodeGoToTheOthersAndItsLaterLifeIsAnotherNode() {
        startThree();
        await().atMost(TestNode.LIMIT).until(() -> {
            first.awaitAllLocated();
            return !third.listener.owned.isEmpty();
        });
        NodeId earlier = third.self();

        third.kill();

        await().atMost(TestNode.LIMIT).until(() -> first.listener.removed.contains(earlier));
        first.awaitAllLocated();
        second.awaitAllLocated();
        assertThat(first.listener.located.values()).doesNotContain(earlier);
        assertThat(first.fabric.isReachable(earlier)).isFalse();

        TestNode again =
                start(TestNode.settings("test", port(earlier.address()), null, TestNode.type(), first.address()));
        await().atMost(TestNode.LIMIT).until(() -> first.fabric.isReachable(again.self()));
        first.fabric.send(earlier, new Frame.NotHere("earlier", 1));
        first.fabric.send(again.self(), new Frame.NotHere("later", 1));
        await().atMost(TestNode.LIMIT).until(() -> !again.listener.frames.isEmpty());
        assertThat(again.listener.frames).containsExactly(Map.entry(first.self(), new Frame.NotHere("later", 1)));
    }

    @Test
    void aNodeThatIsDownedIsCutOffAndJoinsAgainInANewLife() {
        startTwo();
        await().atMost(TestNode.LIMIT).until(() -> first.fabric.isReachable(second.self()));
        NodeId earlier = second.self();

        Cluster.get(first.fabric.system()).down(Addresses.address(earlier.address()));

        await().atMost(TestNode.LIMIT).until(() -> second.listener.cutOffs.get() == 1);
        await().atMost(TestNode.LIMIT)
                .until(() -> !second.self().equals(earlier) && first.fabric.isReachable(second.self()));
        second.awaitUp();
        assertThat(second.address()).isEqualTo(earlier.address());
        assertThat(first.listener.removed).contains(earlier);
        second.awaitAllLocated();
    }

    /** More than the queue to a node holds, since the node reads none of them. It counts as reachable for long. */
    @Test
    void whatPekkoDropsIsToldWithTheReason() {
        int queue = 20_000;
        Duration pause = Duration.ofSeconds(60);
        first = start(TestNode.settings(Duration.ofSeconds(2), pause));
        second = start(TestNode.settings(Duration.ofSeconds(2), pause, first.address()))
                .awaitUp();
        await().atMost(TestNode.LIMIT).until(() -> first.fabric.isReachable(second.self()));
        RemotePid number = new RemotePid(second.self().toString(), 7);
        KeyedPid key = new KeyedPid(TestNode.TYPE, "k");
        Frame.Body body = new Frame.Body("text", new byte[1024]);

        second.kill();
        for (int i = 0; i < 2 * queue; i++) {
            first.fabric.send(second.self(), new Frame.ToNumber(7, null, body));
            first.fabric.send(second.self(), new Frame.ToKey(key, null, body, 0));
        }

        awaitUndelivered(first, number, key, SendResult.FULL);
        Cluster.get(first.fabric.system()).down(Addresses.address(second.address()));
        awaitUndelivered(first, number, key, SendResult.UNREACHABLE);
    }

    private static void awaitUndelivered(TestNode node, RemotePid number, KeyedPid key, SendResult reason) {
        await().atMost(TestNode.LIMIT)
                .until(() -> node.listener.undelivered.containsAll(
                        List.of(Map.entry(number, reason), Map.entry(key, reason))));
    }

    @Test
    void aLifeThatCannotBeginIsEndedAndAnotherBegins() {
        startTwo();
        await().atMost(TestNode.LIMIT).until(() -> first.fabric.isReachable(second.self()));
        NodeId earlier = second.self();
        second.failingLives.set(2);
        second.listener.failsWhenCutOff = true;

        Cluster.get(first.fabric.system()).down(Addresses.address(earlier.address()));

        await().atMost(TestNode.LIMIT)
                .until(() -> !second.self().equals(earlier) && first.fabric.isReachable(second.self()));
        assertThat(second.failingLives).hasValue(0);
        second.awaitUp();
    }

    @Test
    void aNodeThatHasHandedItsShardsOverFindsThemThroughOthers() {
        startTwo();
        await().atMost(TestNode.LIMIT).until(() -> first.fabric.isReachable(second.self()));
        second.awaitAllLocated();
        Map<Integer, NodeId> located = second.listener.located;
        located.clear();
        // Here, as it leaves after some seconds in any case.
        second.isDrained = () -> {
            second.locateAll();
            return located.size() == TestNode.SHARDS
                    && Set.copyOf(located.values()).equals(Set.of(first.self()));
        };

        second.fabric.close();

        assertThat(located).hasSize(TestNode.SHARDS).containsValue(first.self()).doesNotContainValue(second.self());
    }

    @Test
    void aNodeThatIsRemovedWhileItsFrameIsReceivedIsToldOnceMore() {
        startTwo();
        await().atMost(TestNode.LIMIT)
                .until(() -> first.fabric.isReachable(second.self()) && second.fabric.isReachable(first.self()));
        NodeId earlier = second.self();
        List<NodeId> removed = first.listener.removed;
        first.listener.onFrame = () -> {
            Cluster.get(first.fabric.system()).down(Addresses.address(earlier.address()));
            // That it is down, and that it is removed.
            await().atMost(TestNode.LIMIT).until(() -> removed.size() == 2);
        };

        second.fabric.send(first.self(), new Frame.NotHere("late", 1));

        await().atMost(TestNode.LIMIT).until(() -> removed.size() == 3);
        assertThat(removed).containsOnly(earlier);
    }

    @Test
    void aTypeThatIsHandedOverIsFoundThroughOthersWhileAnotherIsNot() throws InterruptedException {
        first = start(withSlowType());
        second = start(withSlowType(first.address())).awaitUp();
        await().atMost(TestNode.LIMIT).until(() -> first.fabric.isReachable(second.self()));
        second.awaitAllLocated();
        await().atMost(TestNode.LIMIT).pollInterval(Duration.ofMillis(500)).until(() -> {
            for (int shard = 0; shard < TestNode.SHARDS; shard++) {
                second.fabric.locate("slow", shard);
            }
            return second.listener.owned.stream().anyMatch(shard -> shard.startsWith("slow/"));
        });
        second.listener.kept = "slow";
        Thread closing = new Thread(second.fabric::close, "closing");
        closing.start();
        await().atMost(TestNode.LIMIT).until(() -> !hasRegion(second, TestNode.TYPE));

        second.awaitAllLocated();

        assertThat(second.listener.located.values()).containsOnly(first.self());
        await().atMost(TestNode.LIMIT).until(() -> !second.listener.givingUp.isEmpty());
        assertThat(second.drains).isFalse();
        second.listener.kept = "";
        second.listener.givingUp.forEach(Runnable::run);
        closing.join();
    }

    /** With more time for the hand-over than the test needs. */
    private static NodeSettings withSlowType(String... seeds) {
        NodeSettings one = TestNode.settings(seeds);
        return new NodeSettings(
                one.cluster(),
                one.host(),
                one.port(),
                one.roles(),
                one.seedNodes(),
                one.dnsName(),
                one.dnsRequired(),
                Map.of(TestNode.TYPE, TestNode.type(), "slow", TestNode.type("slow")),
                one.format(),
                one.maxMessageBytes(),
                one.sslContext(),
                Duration.ofSeconds(120),
                Duration.ofSeconds(180),
                one.stableAfter(),
                one.acceptablePause());
    }

    private static boolean hasRegion(TestNode node, String type) {
        return node.fabric
                .system()
                .actorSelection("/system/sharding/" + type)
                .resolveOne(TestNode.LIMIT)
                .handle((region, failure) -> failure == null)
                .toCompletableFuture()
                .join();
    }

    @Test
    void aSecondCloseWaitsForTheFirst() throws InterruptedException {
        startTwo();
        await().atMost(TestNode.LIMIT).until(() -> first.fabric.isReachable(second.self()));
        second.isDrained = () -> false;
        Thread closing = new Thread(second.fabric::close, "closing");
        closing.start();
        await().atMost(TestNode.LIMIT).until(() -> second.fabric.status() != Status.UP);

        second.fabric.close();

        assertThat(second.fabric.status()).isEqualTo(Status.CLOSED);
        await().atMost(TestNode.LIMIT).until(() -> first.fabric.members().size() == 1);
        closing.join();
    }

    @Test
    void aClusterWhoseNodesAreAllCutOffIsFoundedOnceMore() {
        startThree();
        List<TestNode> all = List.of(first, second, third);
        await().atMost(TestNode.LIMIT)
                .until(() -> all.stream().allMatch(node -> node.fabric.members().size() == 3));
        List<ActorSystem> systems =
                all.stream().map(node -> node.fabric.system()).toList();

        systems.forEach(system -> Cluster.get(system).down(Cluster.get(system).selfAddress()));

        await().atMost(TestNode.LIMIT).until(() -> all.stream().allMatch(node -> node.listener.cutOffs.get() >= 1));
        await().atMost(TestNode.LIMIT)
                .until(() -> all.stream()
                        .allMatch(node -> node.fabric.status() == Status.UP
                                && node.fabric.members().size() == 3));
    }

    @Test
    void aNodeThatStoodStillIsFencedUntilMostNodesConfirmThatItIsAMember() {
        startThree();
        await().atMost(TestNode.LIMIT)
                .until(() -> third.fabric.isReachable(first.self()) && third.fabric.isReachable(second.self()));
        third.awaitAllLocated();

        third.fabric.fence().close();
        await().atMost(TestNode.LIMIT).until(() -> third.listener.fenceOpenings.get() > 0);
        await().atMost(TestNode.LIMIT).until(() -> !third.fabric.isFenced());
        assertThat(third.listener.cutOffs).hasValue(0);
        String lateAnswer = GatewayActor.CONFIRMED + third.fabric.fence().episode() + " " + first.self();
        third.fabric.system().actorSelection("/user/membership").tell(lateAnswer, ActorRef.noSender());

        first.kill();
        second.kill();
        int before = third.listener.fenceOpenings.get();
        third.fabric.fence().close();
        await().atMost(TestNode.LIMIT).until(() -> third.listener.cutOffs.get() == 1);
        assertThat(third.listener.fenceOpenings).hasValue(before);
        assertThat(third.listener.owned).isEmpty();
    }

    private void startTwo() {
        first = start(TestNode.settingsWithPort());
        second = start(TestNode.settingsWithPort(first.address()));
        first.awaitUp();
        second.awaitUp();
    }

    /** As Pekko does where reachability does not settle. It downs all others first. */
    @Test
    void aNodeThatDownsAllNodesKnowsThemInItsNextLife() {
        startThree();
        await().atMost(TestNode.LIMIT)
                .until(() -> first.fabric.isReachable(second.self()) && first.fabric.isReachable(third.self()));
        Cluster cluster = Cluster.get(first.fabric.system());
        try (LogLines log = new LogLines()) {
            List.of(second, third, first).forEach(node -> cluster.down(Addresses.address(node.address())));

            await().atMost(TestNode.LIMIT)
                    .until(() -> log.hasLineWith(
                            first.address() + " is not in the cluster", "it knows", second.address(), third.address()));
        }
    }

    private void startThree() {
        first = start(TestNode.settingsWithPort());
        second = start(TestNode.settingsWithPort(first.address()));
        third = start(TestNode.settingsWithPort(first.address()));
        nodes.forEach(TestNode::awaitUp);
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
