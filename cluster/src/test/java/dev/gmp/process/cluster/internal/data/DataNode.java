package dev.gmp.process.cluster.internal.data;

import com.typesafe.config.ConfigFactory;
import dev.gmp.process.ProcessType;
import dev.gmp.process.RemotePid;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.internal.engine.Fabric;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.MemberStatus;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** An actor system on loopback with the data of a node, and a fabric that notes which shards are looked for. */
final class DataNode implements Fabric, AutoCloseable {

    static final KeyedType REMEMBERED = type("order").withShards(3).withRemembering();
    static final KeyedType OF_OTHER_ROLE =
            type("report").withRemembering().withRole("back").withShards(2);
    static final KeyedType FORGOTTEN = type("basket");

    final Set<String> located = ConcurrentHashMap.newKeySet();
    final ClusterData data;
    private ActorSystem system;
    private NodeId self;

    /** @param seed null for a new cluster */
    DataNode(DataNode seed) {
        this(new ClusterData(List.of(REMEMBERED, OF_OTHER_ROLE, FORGOTTEN)));
        join(seed);
    }

    /** It has not joined. */
    DataNode(ClusterData data) {
        this.data = data;
        start();
    }

    private static KeyedType type(String name) {
        return KeyedType.of(ProcessType.of(
                name,
                () -> {
                    throw new UnsupportedOperationException();
                },
                "run"));
    }

    private void start() {
        system = ActorSystem.create(
                "test",
                ConfigFactory.parseMap(Map.ofEntries(
                                Map.entry("pekko.actor.provider", "cluster"),
                                Map.entry("pekko.actor.allow-java-serialization", "off"),
                                Map.entry("pekko.stdout-loglevel", "OFF"),
                                Map.entry("pekko.loglevel", "OFF"),
                                Map.entry("pekko.remote.artery.transport", "tcp"),
                                Map.entry("pekko.remote.artery.canonical.hostname", "127.0.0.1"),
                                Map.entry("pekko.remote.artery.canonical.port", 0),
                                Map.entry("pekko.jvm-shutdown-hooks", "off"),
                                Map.entry("pekko.coordinated-shutdown.run-by-actor-system-terminate", "off"),
                                Map.entry("pekko.cluster.jmx.enabled", "off"),
                                Map.entry("pekko.cluster.roles", List.of("front")),
                                Map.entry(
                                        "pekko.cluster.downing-provider-class",
                                        "org.apache.pekko.cluster.sbr.SplitBrainResolverProvider"),
                                Map.entry("pekko.cluster.split-brain-resolver.stable-after", "2s"),
                                Map.entry("pekko.cluster.failure-detector.acceptable-heartbeat-pause", "8s"),
                                Map.entry("pekko.cluster.failure-detector.heartbeat-interval", "500ms")))
                        .withFallback(ConfigFactory.defaultReference())
                        .resolve());
        Address address = Cluster.get(system).selfAddress();
        self = new NodeId(
                address.getHost().orElseThrow() + ":" + address.getPort().orElseThrow(),
                Cluster.get(system).selfUniqueAddress().longUid());
        data.begin(system, this);
    }

    void join(DataNode seed) {
        Cluster.get(system)
                .join(Cluster.get(seed == null ? system : seed.system).selfAddress());
    }

    void awaitMembers(int count) {
        await().until(() -> {
            List<MemberStatus> up = new ArrayList<>();
            Cluster.get(system).state().getMembers().forEach(member -> up.add(member.status()));
            return up.size() == count && up.stream().allMatch(status -> status.equals(MemberStatus.up()));
        });
    }

    /** As if this node had been cut off, and joined again. */
    void liveAgain(DataNode seed) {
        kill();
        start();
        join(seed);
    }

    RemotePid pid(long number) {
        return new RemotePid(self.toString(), number);
    }

    ActorSystem system() {
        return system;
    }

    Replica replica() {
        return new Replica(system);
    }

    /** Ends at once, and another node says that it is lost: their failure detector would need some ten seconds. */
    void lose(DataNode other) {
        kill();
        Cluster.get(other.system).down(Cluster.get(system).selfAddress());
    }

    private void kill() {
        system.terminate();
        try {
            system.getWhenTerminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(100)).pollInterval(Duration.ofMillis(20));
    }

    @Override
    public void close() {
        kill();
    }

    @Override
    public NodeId self() {
        return self;
    }

    @Override
    public boolean isReachable(NodeId node) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void send(NodeId to, Frame frame) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void locate(String type, int shard) {
        located.add(type + "/" + shard);
    }

    @Override
    public boolean isFenced() {
        return false;
    }
}
