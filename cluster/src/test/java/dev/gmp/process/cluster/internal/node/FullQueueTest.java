package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.process.cluster.internal.engine.BusyMachine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Actors run though the scheduler's queue is full, and hold up no other thread. */
@Timeout(300)
class FullQueueTest {

    private static final Duration LIMIT = Duration.ofSeconds(100);
    private static final int CAPACITY = 4;

    private final List<String> received = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @EnumSource(RejectionPolicy.class)
    void anActorRunsOnAGoroutineAndASendReturnsAtOnce(RejectionPolicy policy) throws Exception {
        try (GmpScheduler scheduler = BusyMachine.scheduler(policy, CAPACITY).build();
                Unjoined node = new Unjoined(scheduler)) {
            ActorRef actor = node.fabric.system().actorOf(Props.create(Receiver.class, () -> new Receiver(received)));
            actor.tell("zero", ActorRef.noSender());
            await().atMost(LIMIT).until(() -> received.size() == 1);
            try (BusyMachine busy = new BusyMachine(scheduler)) {
                fillQueue(scheduler);
                CompletableFuture.runAsync(() -> actor.tell("one", ActorRef.noSender()))
                        .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
                if (policy == RejectionPolicy.DISCARD_OLDEST) {
                    fillQueue(scheduler); // each task discards an older one
                    fillQueue(scheduler);
                }
                assertThat(received).containsExactly("zero");
            }
            actor.tell("two", ActorRef.noSender());
            await().atMost(LIMIT).untilAsserted(() -> assertThat(received).containsExactly("zero", "one", "two"));
        }
    }

    private static void fillQueue(GmpScheduler scheduler) {
        for (int i = 0; i < CAPACITY; i++) {
            scheduler.execute(() -> {});
        }
    }

    private static final class Receiver extends AbstractActor {
        private final List<String> received;

        Receiver(List<String> received) {
            this.received = received;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(String.class, received::add).build();
        }
    }

    /** A node that has opened its port, and does no more. */
    private static final class Unjoined implements LifeHooks, AutoCloseable {
        final NodeFabric fabric;

        Unjoined(GmpScheduler scheduler) {
            fabric = new NodeFabric(
                    TestNode.settings(), scheduler, new RecordingListener(new RecordingListener.Owners()), this);
        }

        @Override
        public void begins(ActorSystem system) {}

        @Override
        public boolean isDrained() {
            return true;
        }

        @Override
        public void close() {
            fabric.endAtOnce();
        }
    }
}
