package dev.gmp.benchmarks.peer;

import java.util.function.IntFunction;

/** Actors of a peer, with nothing between the caller and the peer but a call. */
@FunctionalInterface
public interface Actors {
    /** Makes an actor, which can be sent to at once. */
    Mailbox start(Behaviour behaviour);

    /** Makes several; the peer may make them faster than one after the other. */
    default Mailbox[] startAll(int actors, IntFunction<Behaviour> behaviours) {
        Mailbox[] mailboxes = new Mailbox[actors];
        for (int i = 0; i < actors; i++) {
            mailboxes[i] = start(behaviours.apply(i));
        }
        return mailboxes;
    }

    /** Where an actor is sent to, from any thread. Messages of one sender arrive in order, none is lost. */
    @FunctionalInterface
    interface Mailbox {
        void send(Object message);
    }

    /** What an actor does. Called by one thread at a time, each call seeing what the one before it wrote. */
    @FunctionalInterface
    interface Behaviour {
        /**
         * Called once, before the first message.
         *
         * @param within makes actors from within this one; only for the calls of this behaviour
         * @return false to end the actor
         */
        default boolean started(Actors within) {
            return true;
        }

        /** @return false to end the actor */
        boolean receive(Object message);
    }

    /** Of a peer that has none: throws {@link UnsupportedOperationException}. */
    static Actors none() {
        return behaviour -> {
            throw new UnsupportedOperationException("This peer has no actors");
        };
    }
}
