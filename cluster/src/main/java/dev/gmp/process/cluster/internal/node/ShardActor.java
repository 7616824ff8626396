package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.internal.wire.Frame;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.apache.pekko.cluster.sharding.ShardRegion;

/**
 * A shard that this node owns: the only entity in a shard of Pekko. It lives as long as the node owns the shard. Its keys
 * are no actors; the engine has them.
 */
final class ShardActor extends AbstractActor {

    /** The shard is to be given up. Pekko sends it within a node only. */
    static final String GIVE_UP = "give-up";

    private static final String ENDED = "ended";

    private final Life life;
    private final String type;
    private final int shard;
    private boolean givesUp;

    private ShardActor(Life life, String type) {
        this.life = life;
        this.type = type;
        this.shard = Integer.parseInt(getSelf().path().name());
    }

    static Props props(Life life, String type) {
        return Props.create(ShardActor.class, () -> new ShardActor(life, type))
                .withDispatcher("pekko.actor.internal-dispatcher");
    }

    /** A message to a region is the number of a shard. */
    static ShardRegion.MessageExtractor extractor() {
        return new ShardRegion.MessageExtractor() {
            @Override
            public String entityId(Object message) {
                return message.toString();
            }

            @Override
            public Object entityMessage(Object message) {
                return message;
            }

            @Override
            public String shardId(Object message) {
                return message.toString();
            }
        };
    }

    @Override
    public void preStart() {
        life.owned(type, shard);
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .match(Integer.class, question -> answer())
                .matchEquals(GIVE_UP, message -> giveUp())
                .matchEquals(ENDED, message -> getContext().stop(getSelf()))
                .build();
    }

    private void answer() {
        if (!givesUp) {
            getSender().tell(new Frame.Located(type, shard), life.gateway());
        }
    }

    private void giveUp() {
        if (!givesUp) {
            givesUp = true;
            ActorRef self = getSelf();
            life.giveUp(type, shard, () -> self.tell(ENDED, ActorRef.noSender()));
        }
    }

    /** Pekko may also stop it without asking, when the node ends. */
    @Override
    public void postStop() {
        if (!givesUp) {
            life.giveUp(type, shard, () -> {});
        }
    }
}
