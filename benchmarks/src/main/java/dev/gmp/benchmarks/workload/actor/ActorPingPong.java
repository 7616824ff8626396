package dev.gmp.benchmarks.workload.actor;

import dev.gmp.benchmarks.peer.Actors;
import dev.gmp.benchmarks.peer.Actors.Behaviour;
import dev.gmp.benchmarks.peer.Actors.Mailbox;
import dev.gmp.benchmarks.workload.LatchedBatch;
import java.util.concurrent.atomic.AtomicLong;

/** Pairs of actors, each of which answers the other's message. A round trip is two messages. */
public final class ActorPingPong extends LatchedBatch {
    private static final Object BALL = new Object();

    private final Actors actors;
    private final int pairs;
    private final int roundTrips;
    private final AtomicLong received = new AtomicLong();

    /** @param roundTrips of each pair */
    public ActorPingPong(Actors actors, int pairs, int roundTrips) {
        super(2L * pairs * roundTrips, 2 * pairs);
        this.actors = actors;
        this.pairs = pairs;
        this.roundTrips = roundTrips;
    }

    @Override
    protected void begin() {
        for (int pair = 0; pair < pairs; pair++) {
            Mailbox server = actors.start(new Side(true));
            Mailbox returner = actors.start(new Side(false));
            server.send(returner);
            returner.send(server);
            server.send(BALL);
        }
    }

    @Override
    public long executions() {
        return received.get();
    }

    /** Is told the other side first. Ends with its last ball, which the server still sends over, and the returner keeps. */
    private final class Side implements Behaviour {
        private final boolean serves;
        private Mailbox other = message -> {};
        private int balls;

        Side(boolean serves) {
            this.serves = serves;
        }

        @Override
        public boolean receive(Object message) {
            if (message != BALL) {
                other = (Mailbox) message;
                return true;
            }
            balls++;
            boolean goesOn = balls < roundTrips;
            if (goesOn || serves) {
                other.send(BALL);
            }
            if (!goesOn) {
                received.addAndGet(balls);
                partEnds();
            }
            return goesOn;
        }
    }
}
