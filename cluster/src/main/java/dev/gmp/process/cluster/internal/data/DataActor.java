package dev.gmp.process.cluster.internal.data;

import java.time.Duration;
import java.util.stream.Stream;
import org.apache.pekko.actor.AbstractActorWithTimers;
import org.apache.pekko.actor.Props;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.ddata.ORSet;
import org.apache.pekko.cluster.ddata.Replicator;

/**
 * Follows members and sets in one life of a node. It wakes the shards of remembered types up: every second while they may
 * move after a change of the members, and otherwise every ten seconds. The leader's actor removes entries of nodes that are
 * gone.
 */
final class DataActor extends AbstractActorWithTimers {

    private static final String TICK = "tick";
    private static final Duration TICK_INTERVAL = Duration.ofSeconds(1);
    private static final int SLOW = 10;
    private static final int MOVING = 30;

    private final Replica replica;
    private final Names names;
    private final Groups groups;
    private final Runnable wakeUp;
    private final Cluster cluster = Cluster.get(getContext().getSystem());
    private boolean memberUp;
    private int ticks;
    private int movingTicks;

    private DataActor(Replica replica, Names names, Groups groups, Runnable wakeUp) {
        this.replica = replica;
        this.names = names;
        this.groups = groups;
        this.wakeUp = wakeUp;
    }

    static Props props(Replica replica, Names names, Groups groups, Runnable wakeUp) {
        return Props.create(DataActor.class, () -> new DataActor(replica, names, groups, wakeUp))
                .withDispatcher("pekko.actor.internal-dispatcher");
    }

    @Override
    public void preStart() {
        cluster.subscribe(getSelf(), ClusterEvent.initialStateAsEvents(), ClusterEvent.MemberEvent.class);
        sets().forEach(set -> replica.subscribe(set, getSelf()));
        getTimers().startTimerWithFixedDelay(TICK, TICK, TICK_INTERVAL);
    }

    private Stream<String> sets() {
        return Stream.concat(names.sets().stream(), groups.sets().stream());
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .matchEquals(TICK, message -> tick())
                .match(Replicator.Changed.class, this::changed)
                .match(ClusterEvent.MemberRemoved.class, event -> removed(event.member()))
                .match(ClusterEvent.MemberDowned.class, event -> removed(event.member()))
                .match(ClusterEvent.MemberEvent.class, event -> joined(event.member()))
                .build();
    }

    private void changed(Replicator.Changed<?> change) {
        String set = change.key().id();
        @SuppressWarnings("unchecked")
        ORSet<String> texts = (ORSet<String>) change.dataValue();
        replica.changed(set, texts.getElements());
        names.resolve(replica, set);
    }

    private void joined(Member member) {
        replica.joined(member);
        memberUp |= replica.isSelf(member) && member.status().equals(MemberStatus.up());
        movingTicks = MOVING;
    }

    private void removed(Member member) {
        replica.removed(member);
        movingTicks = MOVING;
    }

    private void tick() {
        if (!memberUp) {
            return;
        }
        if (!replica.isUp()) {
            replica.up();
            names.publish(replica);
            groups.publish(replica);
        }
        boolean slow = ++ticks % SLOW == 0;
        if (slow || movingTicks > 0) {
            movingTicks = Math.max(0, movingTicks - 1);
            wakeUp.run();
        }
        if (slow && cluster.selfAddress().equals(cluster.state().getLeader())) {
            sets().forEach(replica::removeLeftBehind);
        }
    }
}
