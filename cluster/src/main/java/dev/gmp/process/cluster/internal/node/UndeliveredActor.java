package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.internal.wire.Frame;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.AllDeadLetters;
import org.apache.pekko.actor.Props;

/** Tells of frames that Pekko has dropped. There may be many at once, so this actor does nothing else. */
final class UndeliveredActor extends AbstractActor {

    private final Life life;

    private UndeliveredActor(Life life) {
        this.life = life;
    }

    static Props props(Life life) {
        return Props.create(UndeliveredActor.class, () -> new UndeliveredActor(life));
    }

    @Override
    public void preStart() {
        getContext().getSystem().getEventStream().subscribe(getSelf(), AllDeadLetters.class);
    }

    /** Other letters must be taken too: one left unhandled is a letter again. */
    @Override
    public Receive createReceive() {
        return receiveBuilder().match(AllDeadLetters.class, this::undelivered).build();
    }

    /** A frame's connection was full, or has ended. */
    private void undelivered(AllDeadLetters letter) {
        if (letter.message() instanceof Frame frame && life.gateway().equals(letter.sender())) {
            life.undelivered(frame, letter.recipient());
        }
    }
}
