package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.Event;
import dev.gmp.process.ProcessType;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedType;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shards that leave their node. */
@Timeout(300)
class MovingTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int SHARD = KeyedRoutes.shardOf("a", 4);

    private final Queue<Object> seen = new ConcurrentLinkedQueue<>();

    private void record(List<Event> events) {
        events.forEach(event -> seen.add(event instanceof Event.Message message ? message.data() : event));
    }

    private static EngineSettings settings(KeyedType type, Duration handOver) {
        return new EngineSettings(List.of(type), new HandleCodec(), null, 10_000, LONG, handOver);
    }

    private static void give(TestCluster cluster, int node) {
        cluster.give("counted", SHARD, cluster.node(node));
        await().atMost(LONG)
                .until(() -> cluster.node(node)
                        .engine
                        .types()
                        .get("counted")
                        .owners()
                        .containsKey(SHARD));
    }

    @Test
    void theProcessesAreAskedToEndAndMayFinishTheirWork() throws Exception {
        KeyedType type = Keyed.type((self, events, out) -> {
            record(events);
            if (events.stream().anyMatch(Event.Cancel.class::isInstance)) {
                out.done(null);
            }
        });
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            give(cluster, 0);
            cluster.node(0).process("a").send("one");
            await().atMost(LONG).until(() -> seen.contains("one"));
            cluster.move("counted", SHARD, cluster.node(1)).get(60, TimeUnit.SECONDS);
            cluster.node(0).process("a").send("two");
            await().atMost(LONG).until(() -> seen.size() == 3);
            assertThat(seen).containsExactly("one", new Event.Cancel("its shard moves to another node"), "two");
            assertThat(cluster.node(1).engine.counts().received()).isEqualTo(1);
            assertThat(cluster.node(0).engine.counts().movedShards()).isEqualTo(1);
        }
    }

    @Test
    void whatTheMailboxHadTakenFollowsTheShardInOrder() throws Exception {
        Semaphore step = new Semaphore(0);
        KeyedType type = Keyed.single((self, events, out) -> {
            step.acquire();
            record(events.stream().filter(Event.Message.class::isInstance).toList());
            if (events.stream().anyMatch(Event.Cancel.class::isInstance)) {
                out.done(null); // with messages in the mailbox
            }
        });
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            give(cluster, 0);
            for (int i = 0; i < 500; i++) {
                cluster.node(0).process("a").send(i);
            }
            CompletableFuture<Void> moved = cluster.move("counted", SHARD, cluster.node(1));
            cluster.node(0).settle();
            for (int i = 500; i < 1_000; i++) {
                cluster.node(0).process("a").send(i);
            }
            assertThat(moved).isNotDone();
            // A step for each look, so that the cancellation overtakes most messages.
            await().atMost(LONG).until(() -> {
                step.release();
                return moved.isDone();
            });
            step.release(10_000);
            await().atMost(LONG).until(() -> seen.size() == 1_000);
            assertThat(seen).containsExactly(IntStream.range(0, 1_000).boxed().toArray());
            assertThat(cluster.node(0).engine.counts().forwarded()).isGreaterThan(400);
        }
    }

    @Test
    void aProcessThatDoesNotEndIsEndedAfterTheLimitAndNotBeforeItsStepReturns() throws Exception {
        Semaphore step = new Semaphore(0);
        AtomicBoolean returned = new AtomicBoolean();
        KeyedType type = Keyed.type((self, events, out) -> {
            seen.add("begun");
            step.acquire();
            returned.set(true);
        });
        try (TestCluster cluster = new TestCluster(2, settings(type, Duration.ofMillis(50)))) {
            give(cluster, 0);
            cluster.node(0).process("a").send("one");
            await().atMost(LONG).until(() -> seen.contains("begun"));
            CompletableFuture<Boolean> moved =
                    cluster.move("counted", SHARD, cluster.node(1)).thenApply(none -> returned.get());
            Thread.sleep(300); // the limit is over: a shorter sleep would only make the test weaker
            assertThat(moved).isNotDone();
            step.release(1_000);
            assertThat(moved.get(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aProcessThatHangsWhileItIsClosedHoldsUpNoOther() throws Exception {
        Semaphore close = new Semaphore(0);
        AtomicBoolean hangs = new AtomicBoolean(true);
        AtomicInteger closed = new AtomicInteger();
        class Closing extends Keyed {

            Closing() {
                super((self, events, out) -> record(events));
            }

            @Override
            public void close() {
                if (hangs.getAndSet(false)) {
                    close.acquireUninterruptibly();
                }
                super.close();
                closed.incrementAndGet();
            }
        }
        KeyedType type =
                KeyedType.of(ProcessType.of("counted", Closing::new, "run")).withShards(1);
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            cluster.give("counted", 0, cluster.node(0));
            for (int i = 0; i < 20; i++) {
                cluster.node(0).process("key" + i).send(i);
            }
            await().atMost(LONG).until(() -> seen.size() == 20);
            CompletableFuture<Void> moved = cluster.move("counted", 0, cluster.node(1));
            try {
                await().atMost(LONG).until(() -> closed.get() == 19);
                assertThat(moved).isNotDone();
            } finally {
                close.release();
            }
            moved.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void aShardWithoutProcessesOrOfAnotherNodeIsGivenUpAtOnce() throws Exception {
        KeyedType type = Keyed.type((self, events, out) -> record(events));
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            give(cluster, 0);
            cluster.move("counted", SHARD, cluster.node(1)).get(60, TimeUnit.SECONDS);
            CompletableFuture<Void> ended = new CompletableFuture<>();
            cluster.node(0).tell(() -> cluster.node(0).engine.giveUp("counted", SHARD, () -> ended.complete(null)));
            ended.get(60, TimeUnit.SECONDS);
            cluster.move("counted", SHARD, cluster.node(0)).get(60, TimeUnit.SECONDS); // and back
            cluster.node(1).process("a").send("one");
            await().atMost(LONG).until(() -> seen.contains("one"));
        }
    }

    @Test
    void aNodeThatIsCutOffEndsItsProcessesAndSendsNothingUntilItIsAttachedAgain() throws Exception {
        Semaphore step = new Semaphore(0);
        KeyedType type = Keyed.type((self, events, out) -> {
            record(events);
            if (!events.isEmpty()) { // the first step may come before the first message
                step.acquire();
            }
        });
        Keyed.DOUBLES.clear();
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            give(cluster, 0);
            TestNode node = cluster.node(0);
            node.process("a").send("one");
            await().atMost(LONG).until(() -> seen.contains("one"));
            node.process("a").send("lost with its process");
            node.tell(node.engine::cutOff);
            node.settle();
            assertThat(node.process("a").send("two")).isEqualTo(SendResult.UNREACHABLE);

            node.tell(() -> {
                node.engine.attach(node, cluster.remembered);
                node.engine.owned("counted", SHARD);
            });
            node.settle();
            node.process("a").send("three"); // waits for the step that still runs
            assertThat(seen).containsExactly("one");
            step.release(1_000);
            await().atMost(LONG).until(() -> seen.contains("three"));
            assertThat(seen).containsExactly("one", "three");
            assertThat(Keyed.DOUBLES).isEmpty();
        }
    }

    @Test
    void aShardIsGivenUpAlsoWithoutMemoryForTimers() throws Exception {
        KeyedType type = Keyed.type((self, events, out) -> record(events));
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            give(cluster, 0);
            cluster.node(0).process("a").send("one");
            await().atMost(LONG).until(() -> seen.contains("one"));
            cluster.node(0).failingTimers.set(2);
            cluster.move("counted", SHARD, cluster.node(1)).get(60, TimeUnit.SECONDS);
            assertThat(cluster.node(0).failingTimers).hasValue(0);
        }
    }

    @Test
    void allProcessesOfANodeThatIsCutOffEndAlsoWithoutMemoryForTimers() {
        KeyedType type = Keyed.type((self, events, out) -> record(events));
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            TestNode node = cluster.node(0);
            for (int shard = 0; shard < 4; shard++) {
                node.process(keyOf(shard)).send(shard);
            }
            await().atMost(LONG).until(() -> seen.size() == 4);
            node.failingTimers.set(3);
            node.engine.cutOff();
            await().atMost(LONG).until(() -> node.processes.size() == 0);
        }
    }

    @Test
    void whatWaitsWhenTheNodeIsCutOffIsLost() throws Exception {
        KeyedType type = Keyed.type((self, events, out) -> record(events));
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            cluster.allocates = false;
            TestNode node = cluster.node(0);
            CompletableFuture<String> asked = node.process("a").ask("x", String.class, LONG);
            node.tell(node.engine::cutOff);
            assertThat(asked).failsWithin(LONG).withThrowableThat().withMessageContaining("UNREACHABLE");
            assertThat(node.engine.types().get("counted").buffered()).isZero();
        }
    }

    @Test
    void whatIsChainedToALostQuestionDoesNotHoldUpTheCutOff() {
        KeyedType type = Keyed.type((self, events, out) -> record(events));
        Semaphore chained = new Semaphore(0);
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            cluster.allocates = false;
            TestNode node = cluster.node(0);
            String first = keyOf(0);
            String last = keyOf(3);
            cluster.give("counted", 3, node);
            node.process(last).send("one");
            await().atMost(LONG).until(() -> seen.contains("one"));
            node.process(first)
                    .ask("x", String.class, LONG)
                    .whenComplete((answer, error) -> chained.acquireUninterruptibly());
            node.tell(node.engine::cutOff);
            try {
                await().atMost(LONG).until(() -> node.processes.size() == 0);
            } finally {
                chained.release();
            }
        }
    }

    private static String keyOf(int shard) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "key" + i)
                .filter(key -> KeyedRoutes.shardOf(key, 4) == shard)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void noStepRunsBehindTheFence() throws Exception {
        KeyedType type = Keyed.type((self, events, out) -> record(events));
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            give(cluster, 0);
            TestNode node = cluster.node(0);
            node.process("a").send("one");
            await().atMost(LONG).until(() -> seen.contains("one"));
            node.fenced = true;
            for (int i = 0; i < 100; i++) {
                node.process("a").send(i);
                node.process("b").send("started behind the fence");
            }
            await().atMost(LONG)
                    .until(() ->
                            node.processes.snapshot(0).types().get(0).states().get(dev.gmp.process.ProcessState.BLOCKED)
                                    >= 1);
            assertThat(seen).containsExactly("one");
            node.fenced = false;
            node.tell(node.engine::fenceOpened);
            await().atMost(LONG).until(() -> seen.contains(99));
            assertThat(seen.stream().filter(Integer.class::isInstance))
                    .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
        }
    }

    @Test
    void aProcessThatIsHandedOverBehindTheFenceLosesNothing() throws Exception {
        KeyedType type = Keyed.type((self, events, out) ->
                record(events.stream().filter(Event.Message.class::isInstance).toList()));
        try (TestCluster cluster = new TestCluster(2, settings(type, Duration.ofMillis(100)))) {
            give(cluster, 0);
            TestNode node = cluster.node(0);
            node.process("a").send("one");
            await().atMost(LONG).until(() -> seen.contains("one"));
            node.fenced = true;
            for (int i = 0; i < 100; i++) {
                node.process("a").send(i);
            }
            CompletableFuture<Void> moved = cluster.move("counted", SHARD, cluster.node(1));
            moved.get(60, TimeUnit.SECONDS);
            assertThat(seen).containsExactly("one");
            node.fenced = false;
            node.tell(node.engine::fenceOpened);
            await().atMost(LONG).until(() -> seen.size() == 101);
            assertThat(seen.stream().filter(Integer.class::isInstance))
                    .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
        }
    }
}
