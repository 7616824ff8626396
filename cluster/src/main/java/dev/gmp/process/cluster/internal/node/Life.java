package dev.gmp.process.cluster.internal.node;

import dev.gmp.GmpScheduler;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.internal.engine.FabricListener;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.pekko.Done;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSelection;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.sharding.ClusterSharding;
import org.apache.pekko.cluster.sharding.ClusterShardingSettings;
import org.apache.pekko.pattern.Patterns;
import org.apache.pekko.remote.RemoteTransportException;
import org.apache.pekko.remote.artery.tcp.SSLEngineProviderSetup;
import scala.concurrent.ExecutionContext;

/**
 * A node from the start of its actor system to the end. A node that was cut off gets another life, since Pekko lets no actor
 * system join twice.
 *
 * <p>What the listener hears of a life ends with {@link FabricListener#cutOff}, which comes once.
 */
final class Life {

    private static final System.Logger LOGGER = System.getLogger(Life.class.getName());
    private static final Duration DRAIN_INTERVAL = Duration.ofMillis(50);

    private final NodeSettings settings;
    private final FabricListener listener;
    private final ActorSystem system;
    private final NodeId self;
    private final ActorRef gateway;
    private final Peers peers = new Peers();

    /** By type, until the region has ended. */
    private final Map<String, ActorRef> regions = new ConcurrentHashMap<>();

    private final Fence fence;
    private final Founding founding;
    private final Reunion reunion;
    private volatile Status status = Status.JOINING;

    /** This node leaves, and its regions have ended or have had their time. */
    private volatile boolean hasHandedOver;

    private Set<String> known = Set.of();

    /**
     * @param port 0 picks a free one
     * @param known {@code host:port} of the members of the life before; empty in the first life
     * @throws IllegalStateException if the port cannot be opened
     */
    Life(
            NodeSettings settings,
            int port,
            Set<String> known,
            GmpScheduler scheduler,
            FabricListener listener,
            Fence fence) {
        this.settings = settings;
        this.listener = listener;
        system = startSystem(settings, port, scheduler);
        self = Addresses.id(Cluster.get(system).selfMember());
        this.fence = fence;
        founding = new Founding(self.address(), known, SeedNodes.first(settings));
        reunion = new Reunion(settings.cluster(), this);
        gateway = system.actorOf(GatewayActor.props(this), GatewayActor.NAME);
    }

    /**
     * Starts what the listener hears of.
     *
     * @param isDrained whether this node may leave, after its shards have been handed over
     */
    void begin(BooleanSupplier isDrained) {
        CoordinatedShutdown.get(system).addTask(PekkoConfig.DRAIN, "messages", () -> {
            hasHandedOver = true;
            return drained(isDrained);
        });
        ClusterSharding sharding = ClusterSharding.get(system);
        settings.types().forEach((name, type) -> regions.put(name, startRegion(sharding, name, type)));
        system.actorOf(MembershipActor.props(this, fence), "membership");
        system.actorOf(UndeliveredActor.props(this), "undelivered");
    }

    private static ActorSystem startSystem(NodeSettings settings, int port, GmpScheduler scheduler) {
        ActorSystemSetup setup = ActorSystemSetup.create(BootstrapSetup.create(PekkoConfig.of(settings, port))
                .withClassloader(Life.class.getClassLoader())
                .withDefaultExecutionContext(ExecutionContext.fromExecutor(task -> execute(scheduler, task))));
        if (settings.sslContext() != null) {
            TlsEngines engines = new TlsEngines(settings.sslContext());
            setup = setup.and(SSLEngineProviderSetup.create(any -> engines));
        }
        try {
            return ActorSystem.create(PekkoConfig.SYSTEM, setup);
        } catch (RemoteTransportException e) {
            throw new IllegalStateException(
                    "The cluster '%s' cannot use %s:%d on this node: %s"
                            .formatted(settings.cluster(), settings.host(), port, e.getMessage()),
                    e);
        }
    }

    /**
     * An actor that the scheduler rejects or discards would never run again: Pekko could not even end. So its work needs no
     * room in a full queue. After the scheduler's shutdown another thread runs it.
     */
    private static void execute(GmpScheduler scheduler, Runnable task) {
        try {
            scheduler.resume(task);
        } catch (RejectedExecutionException e) {
            ForkJoinPool.commonPool().execute(task);
        }
    }

    private CompletionStage<Done> drained(BooleanSupplier isDrained) {
        return isDrained.getAsBoolean()
                ? CompletableFuture.completedFuture(Done.getInstance())
                : Patterns.after(DRAIN_INTERVAL, system, () -> drained(isDrained));
    }

    /** Of a type for nodes with another role it finds shards only. */
    private ActorRef startRegion(ClusterSharding sharding, String name, KeyedType type) {
        ClusterShardingSettings own =
                ClusterShardingSettings.create(system).withRole(type.role().orElse(""));
        return sharding.start(
                name,
                ShardActor.props(this, name),
                own,
                ShardActor.extractor(),
                sharding.defaultShardAllocationStrategy(own),
                ShardActor.GIVE_UP);
    }

    ActorSystem system() {
        return system;
    }

    NodeId self() {
        return self;
    }

    ActorRef gateway() {
        return gateway;
    }

    Peers peers() {
        return peers;
    }

    Status status() {
        return status;
    }

    boolean isUp() {
        return status == Status.UP;
    }

    /**
     * The addresses of the members when the life was over, or of the cluster that the node left it for. If it has not joined,
     * those of the life before.
     */
    synchronized Set<String> known() {
        return known.isEmpty() ? founding.known() : known;
    }

    Founding founding() {
        return founding;
    }

    boolean isFenced() {
        return fence.isClosed();
    }

    Reunion reunion() {
        return reunion;
    }

    List<ClusterSnapshot.Member> members() {
        CurrentClusterState state = Cluster.get(system).state();
        return StreamSupport.stream(state.getMembers().spliterator(), false)
                .sorted(Member.ageOrdering())
                .map(member -> new ClusterSnapshot.Member(
                        Addresses.id(member).address(),
                        member.status().toString(),
                        !state.getUnreachable().contains(member),
                        member.getRoles().stream()
                                .filter(role -> !role.startsWith("dc-"))
                                .collect(Collectors.toUnmodifiableSet())))
                .toList();
    }

    void send(NodeId to, Frame frame) {
        ActorRef receiver = peers.gateway(to);
        if (receiver != null) {
            receiver.tell(frame, gateway);
        }
    }

    /** Of a node that may be no member. */
    ActorSelection gatewayOf(String hostAndPort) {
        return system.actorSelection(Addresses.address(hostAndPort) + "/user/" + GatewayActor.NAME);
    }

    Collection<ActorRef> regions() {
        return regions.values();
    }

    /** This node leaves, and has handed the shards of a type over. */
    void regionEnded(ActorRef region) {
        regions.values().remove(region);
    }

    /** Asks where a shard is. After the hand-over of its type, only other nodes can tell. */
    void locate(String type, int shard) {
        if (hasHandedOver || !regions.containsKey(type)) {
            peers.gateways().forEach(other -> other.tell(GatewayActor.locate(type, shard), gateway));
        } else {
            locate(type, shard, gateway);
        }
    }

    /** The node that has the shard answers to the gateway that asks. */
    void locate(String type, int shard, ActorRef asking) {
        ActorRef region = regions.get(type);
        if (isUp() && region != null) {
            region.tell(shard, asking);
        }
    }

    /** Hands the shards over, leaves the cluster and ends the actor system. */
    CompletionStage<Done> leave() {
        return CoordinatedShutdown.get(system).runAll(new Leaving());
    }

    /** Ends the actor system without leaving the cluster. Returns whether it has ended in time. */
    boolean end(Duration limit) {
        system.terminate();
        try {
            system.getWhenTerminated().toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    synchronized void up() {
        if (!isOver()) {
            status = Status.UP;
        }
    }

    private boolean isOver() {
        return status == Status.CUT_OFF;
    }

    synchronized void owned(String type, int shard) {
        if (!isOver()) {
            listener.owned(type, shard);
        }
    }

    /** If the life is over, the shard has been lost. */
    synchronized void giveUp(String type, int shard, Runnable ended) {
        if (isOver()) {
            ended.run();
        } else {
            listener.giveUp(type, shard, ended);
        }
    }

    /** Pekko has dropped a frame: the queue to its node is full, or the connection has ended. */
    void undelivered(Frame frame, ActorRef receiver) {
        NodeId node = peers.node(receiver);
        SendResult reason =
                node != null && isUp() && peers.isReachable(node) ? SendResult.FULL : SendResult.UNREACHABLE;
        if (frame instanceof Frame.ToKey message) {
            listener.undelivered(message.sender(), message.to(), reason);
        } else if (frame instanceof Frame.ToNumber message && node != null) {
            listener.undelivered(message.sender(), new RemotePid(node.toString(), message.number()), reason);
        }
    }

    void received(NodeId from, Frame frame) {
        listener.received(from, frame);
    }

    synchronized void removed(NodeId node) {
        if (!isOver()) {
            listener.removed(node);
        }
    }

    synchronized void fenceOpened() {
        if (!isOver()) {
            listener.fenceOpened();
        }
    }

    /** What it throws is logged, so that another life begins. */
    synchronized void cutOff() {
        if (isOver()) {
            return;
        }
        status = Status.CUT_OFF;
        try {
            try { // soon Pekko will say of all members that they are removed
                Set<NodeId> nodes = reunion.joined().isEmpty() ? peers.membersAndDown() : reunion.joined();
                known = nodes.stream().map(NodeId::address).collect(Collectors.toUnmodifiableSet());
            } finally {
                listener.cutOff();
            }
        } catch (Throwable thrown) {
            LOGGER.log(
                    System.Logger.Level.WARNING,
                    self.address() + " was cut off, and some of its processes may not have ended",
                    thrown);
        }
    }

    /** Why the actor system ends, for Pekko's log. */
    private static final class Leaving implements CoordinatedShutdown.Reason {
        @Override
        public String toString() {
            return "the node leaves the cluster";
        }
    }
}
