package dev.gmp.benchmarks.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.StreamSupport;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.ExtensibleBehavior;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.TypedActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.cluster.typed.Cluster;

/** Cluster Sharding, typed, as Pekko's documentation sets it up: entities by key, and Jackson's CBOR between nodes. */
final class PekkoNode implements KeyedNode {
    private static final EntityTypeKey<Object> ENTITIES = EntityTypeKey.create(Object.class, TYPE);

    /** The last four lines keep Pekko from printing between figures, and let a node stop without leaving. */
    private static final String CONFIG = """
            pekko.actor.provider = cluster
            pekko.actor.serialization-bindings {
              "%s" = jackson-cbor
              "%s" = jackson-cbor
              "%s" = jackson-cbor
            }
            pekko.remote.artery.canonical { hostname = "%s", port = %d }
            pekko.cluster.seed-nodes = ["pekko://%s@%4$s:%d"]
            pekko.cluster.downing-provider-class = "org.apache.pekko.cluster.sbr.SplitBrainResolverProvider"
            pekko.cluster.split-brain-resolver.stable-after = %d ms
            pekko.cluster.sharding.number-of-shards = %d
            pekko.stdout-loglevel = OFF
            pekko.coordinated-shutdown.run-by-jvm-shutdown-hook = off
            pekko.coordinated-shutdown.run-by-actor-system-terminate = off
            pekko.cluster.run-coordinated-shutdown-when-down = off
            """;

    private final ActorSystem<Void> system;
    private final ClusterSharding sharding;

    /** The question in Pekko's way: it carries the address of the answer. */
    record HowMany(ActorRef<Counted> replyTo) {}

    PekkoNode(int port, int seedPort) {
        Config config = ConfigFactory.parseString(CONFIG.formatted(
                Placed.class.getName(),
                Counted.class.getName(),
                HowMany.class.getName(),
                HOST,
                port,
                CLUSTER,
                seedPort,
                STABLE_AFTER.toMillis(),
                SHARDS));
        system = ActorSystem.create(Behaviors.empty(), CLUSTER, config.withFallback(ConfigFactory.load()));
        sharding = ClusterSharding.get(system);
        sharding.init(Entity.of(ENTITIES, context -> Behaviors.setup(any -> new Tally())));
    }

    @Override
    public Keyed at(String key) {
        EntityRef<Object> entity = sharding.entityRefFor(ENTITIES, key);
        return new Keyed() {
            @Override
            public void send(Placed message) {
                entity.tell(message);
            }

            @Override
            public CompletableFuture<Counted> ask() {
                return entity.<Counted>ask(HowMany::new, ANSWER_TIMEOUT).toCompletableFuture();
            }
        };
    }

    @Override
    public int members() {
        return (int)
                StreamSupport.stream(Cluster.get(system).state().getMembers().spliterator(), false)
                        .filter(member -> member.status() == MemberStatus.up())
                        .count();
    }

    @Override
    public void close() {
        system.terminate();
        try {
            system.getWhenTerminated().toCompletableFuture().get(ANSWER_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Pekko has not ended", e);
        }
    }

    /** The leanest kind of behaviour that Pekko has. */
    private static final class Tally extends ExtensibleBehavior<Object> {
        private long messages;
        private long pieces;

        @Override
        public Behavior<Object> receive(TypedActorContext<Object> context, Object message) {
            if (message instanceof Placed placed) {
                messages++;
                pieces += placed.pieces();
            } else {
                ((HowMany) message).replyTo().tell(Counted.here(messages, pieces));
            }
            return Behaviors.same();
        }

        @Override
        public Behavior<Object> receiveSignal(TypedActorContext<Object> context, Signal signal) {
            return Behaviors.unhandled();
        }
    }
}
