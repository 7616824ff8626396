package dev.gmp.benchmarks.workload.actor;

import dev.gmp.benchmarks.peer.Actors;
import dev.gmp.benchmarks.peer.Actors.Behaviour;
import dev.gmp.benchmarks.peer.Actors.Mailbox;
import dev.gmp.benchmarks.workload.LatchedBatch;

/**
 * Many actors send to one. Each sends a burst, with its own address as the last message, and goes on when the receiver has
 * sent that back: so what waits in the one mailbox has a bound, which no peer's default mailbox would give.
 */
public final class ActorFanIn extends LatchedBatch {
    private static final Object MESSAGE = new Object();

    private final Actors actors;
    private final int senders;
    private final int bursts;
    private final int burst;
    private volatile long received;

    /**
     * @param bursts of each sender
     * @param burst how many messages each is made of
     */
    public ActorFanIn(Actors actors, int senders, int bursts, int burst) {
        super((long) senders * bursts * burst, 1);
        this.actors = actors;
        this.senders = senders;
        this.bursts = bursts;
        this.burst = burst;
    }

    @Override
    protected void begin() {
        Mailbox receiver = actors.start(new Receiver());
        for (Mailbox sender : actors.startAll(senders, i -> new Sender(receiver))) {
            sender.send(sender);
        }
    }

    @Override
    public long executions() {
        return received;
    }

    private final class Sender implements Behaviour {
        private final Mailbox receiver;
        private int sent;

        Sender(Mailbox receiver) {
            this.receiver = receiver;
        }

        @Override
        public boolean receive(Object self) {
            for (int message = 1; message < burst; message++) {
                receiver.send(MESSAGE);
            }
            sent++;
            boolean goesOn = sent < bursts;
            receiver.send(goesOn ? self : MESSAGE);
            return goesOn;
        }
    }

    private final class Receiver implements Behaviour {
        private long messages;

        @Override
        public boolean receive(Object message) {
            messages++;
            if (message != MESSAGE) {
                ((Mailbox) message).send(message);
            }
            if (messages < expectedExecutions()) {
                return true;
            }
            received = messages;
            partEnds();
            return false;
        }
    }
}
