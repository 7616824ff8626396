package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.config.RejectionPolicy;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedType;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine's own work goes on though the scheduler's queue is full. */
@Timeout(300)
class FullQueueTest {

    private static final Duration LIMIT = Duration.ofSeconds(100);
    private static final int CAPACITY = 4;

    private final Queue<Object> seen = new ConcurrentLinkedQueue<>();

    private static TestCluster cluster(KeyedType type, RejectionPolicy policy, int queueCapacity) {
        EngineSettings settings = TestNode.settings(type);
        TestCluster cluster = new TestCluster(0, settings);
        cluster.nodes.add(new TestNode(cluster, 0, BusyMachine.scheduler(policy, queueCapacity), settings));
        return cluster;
    }

    @ParameterizedTest
    @EnumSource(RejectionPolicy.class)
    void anAnswerIsTakenAtOnceAndCompletesItsQuestionOnAGoroutine(RejectionPolicy policy) throws Exception {
        KeyedType silent = Keyed.type((self, events, out) -> {
            for (Event event : events) {
                seen.add(((Event.Message) event).sender());
            }
        });
        try (TestCluster cluster = cluster(silent, policy, CAPACITY)) {
            TestNode node = cluster.node(0);
            CompletableFuture<String> asked = node.process("a").ask("x", String.class, Duration.ofSeconds(60));
            await().atMost(LIMIT).until(() -> !seen.isEmpty());
            Pid sender = (Pid) seen.remove();
            try (BusyMachine busy = new BusyMachine(node.scheduler)) {
                fillQueue(node);
                assertThat(CompletableFuture.supplyAsync(() -> node.engine.send(sender, "answer"))
                                .get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                        .isEqualTo(SendResult.DELIVERED);
                if (policy == RejectionPolicy.DISCARD_OLDEST) {
                    fillQueue(node); // each task discards an older one
                    fillQueue(node);
                }
                assertThat(asked).isNotDone();
            }
            assertThat(asked).succeedsWithin(LIMIT).isEqualTo("answer");
        }
    }

    private static void fillQueue(TestNode node) {
        for (int i = 0; i < CAPACITY; i++) {
            node.scheduler.execute(() -> {});
        }
    }

    @Test
    void whatWaitsWhenAProcessEndsReachesTheNextOne() {
        KeyedType type = Keyed.single((self, events, out) -> {
            for (Event event : events) {
                Object message = ((Event.Message) event).data();
                seen.add(message);
                if (message.equals("end")) {
                    self.keyed().send(self.keyed().self(), "for the next");
                    self.keyed().processes().scheduler().execute(() -> seen.add("queued"));
                    out.done(null);
                }
            }
        });
        try (TestCluster cluster = cluster(type, RejectionPolicy.ABORT, 1)) {
            cluster.node(0).process("a").send("end");
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(seen).containsExactlyInAnyOrder("end", "queued", "for the next"));
        }
    }
}
