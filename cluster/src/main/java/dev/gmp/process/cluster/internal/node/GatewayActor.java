package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.List;
import java.util.Set;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.Props;

/**
 * Receives what other nodes send to this one. Its reference stands for the node in this life: it is not that of a later
 * life with the same address.
 *
 * <p>Nodes greet each other before frames go between them: {@code HELLO node} is answered by {@code WELCOME node}. The
 * answer goes the same way as frames and before them, so a frame's sender is known when it comes. What comes from others is
 * dropped. A node that leaves has no regions left, and asks the regions of others by {@code LOCATE shard type}. A node that
 * looks for a cluster asks others by {@code SEEK address known}, and hears {@code LOOKS address known} or {@code MEMBER}. A member
 * asks other nodes by {@code MEET members cluster}, and hears {@code MET members cluster}.
 */
final class GatewayActor extends AbstractActor {

    static final String NAME = "gateway";
    static final String HELLO = "HELLO ";
    static final String CONFIRM = "CONFIRM ";
    static final String CONFIRMED = "CONFIRMED ";

    private static final String WELCOME = "WELCOME ";
    private static final String LOCATE = "LOCATE ";
    private static final String SEEK = "SEEK ";
    private static final String LOOKS = "LOOKS ";
    private static final String MEMBER = "MEMBER";

    private final Life life;

    private GatewayActor(Life life) {
        this.life = life;
    }

    static Props props(Life life) {
        return Props.create(GatewayActor.class, () -> new GatewayActor(life));
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .match(Frame.class, this::receive)
                .match(String.class, text -> text.startsWith(HELLO), text -> greet(nodeIn(text), true))
                .match(String.class, text -> text.startsWith(WELCOME), text -> greet(nodeIn(text), false))
                .match(String.class, text -> text.startsWith(CONFIRM), this::confirm)
                .match(String.class, text -> text.startsWith(LOCATE), this::locate)
                .match(String.class, text -> text.startsWith(SEEK), this::answer)
                .match(String.class, text -> text.startsWith(LOOKS), this::looks)
                .matchEquals(MEMBER, text -> life.founding().isMember())
                .match(String.class, text -> text.startsWith(Reunion.MEET), this::meet)
                .match(String.class, text -> text.startsWith(Reunion.MET), this::met)
                .build();
    }

    private void receive(Frame frame) {
        NodeId from = life.peers().node(getSender());
        if (from != null && life.peers().members().contains(from)) {
            life.received(from, frame);
            if (!life.peers().members().contains(from)) {
                life.removed(from); // the frame may have told of a shard there after the engine forgot the node
            }
        }
    }

    static String locate(String type, int shard) {
        return LOCATE + shard + " " + type;
    }

    private void locate(String question) {
        if (life.peers().node(getSender()) != null) {
            String[] parts = question.split(" ", 3);
            life.locate(parts[2], Integer.parseInt(parts[1]), getSender());
        }
    }

    private void greet(NodeId node, boolean answer) {
        if (!life.peers().members().contains(node)) {
            return;
        }
        if (answer) {
            getSender().tell(WELCOME + life.self(), getSelf());
        }
        life.peers().greeted(node, getSender());
    }

    /** Another node stood still, and asks whether this one still takes it for a member. The answer names its episode too. */
    private void confirm(String question) {
        if (life.peers().members().contains(NodeId.parse(wordOf(question, 2)))) {
            getSender().tell(CONFIRMED + wordOf(question, 1) + " " + life.self(), getSelf());
        }
    }

    /** Asks other nodes whether they are members, or look for a cluster, too. */
    static void seek(Life life, List<String> others) {
        others.forEach(other -> life.gatewayOf(other).tell(SEEK + looking(life), life.gateway()));
    }

    private static String looking(Life life) {
        return life.self().address() + " " + String.join(",", life.founding().known());
    }

    private void answer(String text) {
        looks(text);
        if (life.status() != Status.CUT_OFF) {
            getSender().tell(life.founding().isOver() ? MEMBER : LOOKS + looking(life), getSelf());
        }
    }

    private void looks(String text) {
        String[] parts = text.split(" ", -1);
        life.founding().looks(parts[1], parts[2].isEmpty() ? Set.of() : Set.of(parts[2].split(",")));
    }

    private void meet(String text) {
        life.reunion().asked(text.substring(Reunion.MEET.length()), getSender());
    }

    private void met(String text) {
        life.reunion().heard(text.substring(Reunion.MET.length()));
    }

    private static NodeId nodeIn(String text) {
        return NodeId.parse(wordOf(text, 1));
    }

    static String wordOf(String text, int index) {
        return text.split(" ", -1)[index];
    }
}
