package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.internal.wire.NodeId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.pekko.actor.AbstractActorWithTimers;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.Terminated;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.Member;

/** Follows the membership: greets new members, tells what changes, and confirms after a pause that this node is a member. */
final class MembershipActor extends AbstractActorWithTimers {

    private static final String TICK = "tick";
    private static final Duration TICK_INTERVAL = Duration.ofMillis(250);
    private static final int TICKS_BETWEEN_GREETINGS = 4;

    private final Life life;
    private final Fence fence;

    /** The nodes that have confirmed the membership in the episode. */
    private final Set<NodeId> confirmed = new HashSet<>();

    private int episode;
    private int ticks;

    private MembershipActor(Life life, Fence fence) {
        this.life = life;
        this.fence = fence;
    }

    static Props props(Life life, Fence fence) {
        return Props.create(MembershipActor.class, () -> new MembershipActor(life, fence))
                .withDispatcher("pekko.actor.internal-dispatcher");
    }

    @Override
    public void preStart() {
        Cluster.get(getContext().getSystem())
                .subscribe(
                        getSelf(),
                        ClusterEvent.initialStateAsEvents(),
                        ClusterEvent.MemberEvent.class,
                        ClusterEvent.ReachabilityEvent.class,
                        ClusterEvent.ClusterShuttingDown$.class);
        life.regions().forEach(getContext()::watch);
        getTimers().startTimerWithFixedDelay(TICK, TICK, TICK_INTERVAL);
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .matchEquals(TICK, message -> tick())
                .match(String.class, this::confirmed)
                .match(Terminated.class, ended -> life.regionEnded(ended.getActor()))
                .match(ClusterEvent.MemberRemoved.class, event -> removed(event.member(), life.peers()::removed))
                .match(ClusterEvent.MemberDowned.class, event -> removed(event.member(), life.peers()::downed))
                .match(ClusterEvent.MemberLeft.class, event -> leaves(event.member()))
                .match(ClusterEvent.MemberUp.class, event -> up(event.member()))
                .match(ClusterEvent.MemberEvent.class, event -> joined(event.member()))
                .match(
                        ClusterEvent.UnreachableMember.class,
                        event -> life.peers().setReachable(Addresses.id(event.member()), false))
                .match(
                        ClusterEvent.ReachableMember.class,
                        event -> life.peers().setReachable(Addresses.id(event.member()), true))
                .match(ClusterEvent.ClusterShuttingDown$.class, event -> life.cutOff())
                .build();
    }

    private void up(Member member) {
        joined(member);
        if (Addresses.id(member).equals(life.self())) {
            life.up();
        }
    }

    private void joined(Member member) {
        NodeId node = Addresses.id(member);
        life.peers().joined(node);
        if (node.equals(life.self())) {
            life.founding().end();
            life.peers().greeted(node, life.gateway());
        } else {
            greet(node);
        }
    }

    private void removed(Member member, Consumer<NodeId> takeOut) {
        NodeId node = Addresses.id(member);
        if (node.equals(life.self())) {
            life.cutOff();
        } else {
            takeOut.accept(node);
            life.removed(node); // also if it is known: the gateway may have heard of a shard there since
        }
    }

    /** It has handed its shards over before. It can be reached until it is removed, and forwards what is on the way to it. */
    private void leaves(Member member) {
        joined(member);
        NodeId node = Addresses.id(member);
        if (!node.equals(life.self())) {
            life.removed(node);
        }
    }

    private void tick() {
        if (fence.tick()) {
            confirmMembership();
        }
        if (++ticks % TICKS_BETWEEN_GREETINGS == 0) {
            for (NodeId node : life.peers().members()) {
                greet(node);
            }
        }
    }

    private void greet(NodeId node) {
        if (life.peers().gateway(node) == null) {
            life.gatewayOf(node.address()).tell(GatewayActor.HELLO + life.self(), life.gateway());
        }
    }

    /** The question is repeated with each tick, until most members have answered, or this node learns that it is none. */
    private void confirmMembership() {
        if (episode != fence.episode()) {
            episode = fence.episode();
            confirmed.clear();
        }
        Set<NodeId> members = life.peers().members();
        confirmed.add(life.self());
        confirmed.retainAll(members);
        if (2 * confirmed.size() > members.size() || members.isEmpty()) {
            fence.open(episode);
            life.fenceOpened();
            return;
        }
        for (NodeId node : members) {
            ActorRef gateway = life.peers().gateway(node);
            if (gateway != null && !confirmed.contains(node)) {
                gateway.tell(GatewayActor.CONFIRM + episode + " " + life.self(), getSelf());
            }
        }
    }

    private void confirmed(String answer) {
        if (GatewayActor.wordOf(answer, 1).equals(String.valueOf(episode))) {
            confirmed.add(NodeId.parse(GatewayActor.wordOf(answer, 2)));
        }
    }
}
