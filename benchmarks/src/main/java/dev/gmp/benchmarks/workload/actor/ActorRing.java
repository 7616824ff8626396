package dev.gmp.benchmarks.workload.actor;

import dev.gmp.benchmarks.peer.Actors;
import dev.gmp.benchmarks.peer.Actors.Behaviour;
import dev.gmp.benchmarks.peer.Actors.Mailbox;
import dev.gmp.benchmarks.workload.LatchedBatch;

/** A message goes round a ring of actors: at any time one of them is at work, and it has long been out of the caches. */
public final class ActorRing extends LatchedBatch {
    private final int size;
    private final int laps;
    private final Mailbox[] ring;
    private volatile long hops;

    /** Makes the actors, which wait from then on. */
    public ActorRing(Actors actors, int size, int laps) {
        super((long) size * laps, 1);
        this.size = size;
        this.laps = laps;
        this.ring = actors.startAll(size, Station::new);
    }

    @Override
    protected void begin() {
        ring[0].send(new Traveller());
    }

    @Override
    public long executions() {
        return hops;
    }

    /** The only message. The actor that has it owns it. */
    private static final class Traveller {
        private long hops;
    }

    /** Passes the traveller on, and ends with the last lap. */
    private final class Station implements Behaviour {
        private final int index;
        private int visits;

        Station(int index) {
            this.index = index;
        }

        @Override
        public boolean receive(Object message) {
            Traveller traveller = (Traveller) message;
            traveller.hops++;
            visits++;
            if (index + 1 < size) {
                ring[index + 1].send(traveller);
            } else if (visits < laps) {
                ring[0].send(traveller);
            } else {
                hops = traveller.hops;
                partEnds();
            }
            return visits < laps;
        }
    }
}
