package dev.gmp.benchmarks.workload.actor;

import dev.gmp.benchmarks.peer.Actors;
import dev.gmp.benchmarks.peer.Actors.Behaviour;
import dev.gmp.benchmarks.peer.Actors.Mailbox;
import dev.gmp.benchmarks.workload.Batch;
import dev.gmp.benchmarks.workload.Completion;
import dev.gmp.benchmarks.workload.CompletionCounter;
import java.util.concurrent.CountDownLatch;

/**
 * One actor makes many that end at once. It makes some, and tells itself to make more: an actor that makes all of them in one
 * go would take no notice of their end until then.
 */
public final class ActorSpawn implements Batch {
    private static final int AT_A_TIME = 1_000;
    private static final Object END = new Object();

    private final Actors actors;
    private final CompletionCounter ended;
    private final CountDownLatch makerEnded = new CountDownLatch(1);

    public ActorSpawn(Actors actors, int number) {
        this.actors = actors;
        this.ended = new CompletionCounter(number);
    }

    @Override
    public void run() {
        Mailbox maker = actors.start(new Maker());
        maker.send(maker);
        ended.await();
        maker.send(END);
        Completion.await(makerEnded, this::executions, expectedExecutions());
    }

    @Override
    public long expectedExecutions() {
        return ended.expected();
    }

    @Override
    public long executions() {
        return ended.count();
    }

    private final class Maker implements Behaviour {
        private final Behaviour mayfly = new Mayfly();
        private Actors within = Actors.none();
        private long made;

        @Override
        public boolean started(Actors itsOwn) {
            within = itsOwn;
            return true;
        }

        @Override
        public boolean receive(Object message) {
            if (message == END) {
                makerEnded.countDown();
                return false;
            }
            for (int i = 0; i < AT_A_TIME && made < ended.expected(); i++) {
                within.start(mayfly);
                made++;
            }
            if (made < ended.expected()) {
                ((Mailbox) message).send(message);
            }
            return true;
        }
    }

    /** Ends before its first message; it has no state, so all actors can share it. */
    private final class Mayfly implements Behaviour {
        @Override
        public boolean started(Actors within) {
            ended.increment();
            return false;
        }

        @Override
        public boolean receive(Object message) {
            throw new IllegalStateException("unexpected message");
        }
    }
}
