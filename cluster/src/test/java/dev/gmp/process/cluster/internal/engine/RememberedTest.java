package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.Event;
import dev.gmp.process.ProcessType;
import dev.gmp.process.cluster.KeyedType;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that start without a message. */
@Timeout(300)
class RememberedTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int SHARD = KeyedRoutes.shardOf("a", 4);
    private static final TestCluster.Shard KEYS = new TestCluster.Shard("counted", SHARD);

    private final KeyedType type = Keyed.type((self, events, out) -> {
                for (Event event : events) {
                    if (event instanceof Event.Message message && message.data().equals("end")) {
                        out.done(null);
                        return;
                    }
                }
            })
            .withRemembering();

    private static void awaitProcesses(TestCluster cluster, int first, int second) {
        await().atMost(LONG)
                .until(() -> cluster.node(0).processes.size() == first
                        && cluster.node(1).processes.size() == second);
    }

    @Test
    void aProcessThatHasNotEndedMovesWithItsShard() throws Exception {
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            cluster.give("counted", SHARD, cluster.node(0));
            cluster.node(0).process("a").send("one");
            awaitProcesses(cluster, 1, 0);
            cluster.failingLoads = 1;
            cluster.move("counted", SHARD, cluster.node(1)).get(60, TimeUnit.SECONDS);
            awaitProcesses(cluster, 0, 1);
            assertThat(cluster.keys.get(KEYS)).isEqualTo(Set.of("a"));

            cluster.node(0).process("a").send("end");
            awaitProcesses(cluster, 0, 0);
            await().atMost(LONG).until(() -> cluster.keys.get(KEYS).isEmpty());
            cluster.move("counted", SHARD, cluster.node(0)).get(60, TimeUnit.SECONDS);
            cluster.node(0).settle();
            awaitProcesses(cluster, 0, 0);
        }
    }

    @Test
    void aKeyOfWhichTheEndCannotBeToldStartsAgain() {
        AtomicInteger starts = new AtomicInteger();
        KeyedType counted = Keyed.type((self, events, out) -> {
                    starts.addAndGet(self.steps == 1 ? 1 : 0);
                    if (!events.isEmpty()) {
                        out.done(null);
                    }
                })
                .withRemembering();
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(counted))) {
            cluster.forgetsNoKey = true;
            cluster.node(0).process("a").send("end");
            await().atMost(LONG)
                    .until(() -> starts.get() == 1 && cluster.node(0).processes.size() == 0);
            cluster.node(0).process("a").send("again");
            await().atMost(LONG).until(() -> starts.get() == 2);
        }
    }

    @Test
    void theSingletonStartsWithItsShardAndMoves() throws Exception {
        KeyedType singleton =
                KeyedType.singleton(ProcessType.of("only", () -> new Keyed((self, events, out) -> {}), "run"));
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(singleton))) {
            assertThat(cluster.node(0).engine.holdsSingleton("only")).isFalse();
            cluster.give("only", 0, cluster.node(0));
            await().atMost(LONG).until(() -> cluster.node(0).engine.holdsSingleton("only"));
            cluster.move("only", 0, cluster.node(1)).get(60, TimeUnit.SECONDS);
            await().atMost(LONG).until(() -> cluster.node(1).engine.holdsSingleton("only"));
            assertThat(cluster.node(0).engine.holdsSingleton("only")).isFalse();
            awaitProcesses(cluster, 0, 1);

            cluster.node(1).fenced = true;
            assertThat(cluster.node(1).engine.holdsSingleton("only")).isFalse();
            cluster.node(1).fenced = false;
            assertThat(cluster.node(1).engine.holdsSingleton("only")).isTrue();
        }
    }

    @Test
    void aSingletonThatCouldNotStartIsStartedAgain() {
        AtomicInteger starts = new AtomicInteger();
        KeyedType singleton = KeyedType.singleton(ProcessType.of(
                "only",
                () -> {
                    if (starts.incrementAndGet() == 1) {
                        throw new IllegalStateException("not yet");
                    }
                    return new Keyed((self, events, out) -> {});
                },
                "run"));
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(singleton))) {
            cluster.give("only", 0, cluster.node(0));
            await().atMost(LONG).until(() -> starts.get() == 2);
            await().atMost(LONG).until(() -> cluster.node(0).engine.holdsSingleton("only"));
        }
    }
}
