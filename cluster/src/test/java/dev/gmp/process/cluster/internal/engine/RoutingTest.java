package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.Event;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Relay.Undelivered;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The way to keys of other nodes, or of none. */
@Timeout(300)
class RoutingTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int SHARD = KeyedRoutes.shardOf("a", 4);

    private final Queue<Object> seen = new ConcurrentLinkedQueue<>();

    private final KeyedType type = Keyed.type((self, events, out) -> {
        for (Event event : events) {
            if (event instanceof Event.Message message) {
                seen.add(message.data());
            }
        }
    });

    private static EngineSettings settings(int buffer, Duration timeout, KeyedType... types) {
        return new EngineSettings(List.of(types), new HandleCodec(), null, buffer, timeout, Duration.ofSeconds(30));
    }

    private static Object[] numbers(int end) {
        return IntStream.range(0, end).boxed().toArray();
    }

    private void awaitSeen(Object... messages) {
        await().atMost(LONG).untilAsserted(() -> assertThat(seen).containsExactly(messages));
    }

    /** A type that sends a message to {@code counted/a} and keeps what it is told. */
    private ProcessType sender(Object message) {
        return ProcessType.of(
                "sender",
                () -> new Keyed((self, events, out) -> {
                    if (self.steps == 1) {
                        self.context.send(new KeyedPid("counted", "a"), message);
                    }
                    events.forEach(event -> seen.add(((Event.Message) event).data()));
                }),
                "run");
    }

    @Test
    void messagesWaitUntilTheOwnerIsKnownAndKeepTheirOrder() throws Exception {
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            cluster.allocates = false;
            for (int i = 0; i < 100; i++) {
                assertThat(cluster.node(0).process("a").send(i)).isEqualTo(SendResult.DELIVERED);
            }
            assertThat(cluster.node(0).engine.types().get("counted").buffered()).isEqualTo(100);
            assertThat(cluster.located).containsOnly(new TestCluster.Shard("counted", SHARD));

            cluster.give("counted", SHARD, cluster.node(1)); // asked again, it answers
            for (int i = 100; i < 2_000; i++) {
                if (i % 100 == 0) {
                    Thread.sleep(1);
                }
                cluster.node(0).process("a").send(i);
                while (cluster.node(0).engine.types().get("counted").buffered() > 900) {
                    Thread.onSpinWait();
                }
            }
            awaitSeen(numbers(2_000));
            await().atMost(LONG)
                    .until(() ->
                            cluster.node(0).engine.counts().sentRemote() == 2_000); // counted after it has been sent
            assertThat(cluster.node(1).engine.counts().received()).isEqualTo(2_000);
            assertThat(cluster.node(0).engine.types().get("counted").owners()).containsEntry(SHARD, "node1:7355");
        }
    }

    @Test
    void theBufferHasABoundForTheWholeNode() throws Exception {
        try (TestCluster cluster = new TestCluster(1, settings(10, LONG, type))) {
            cluster.allocates = false;
            for (int i = 0; i < 10; i++) {
                assertThat(cluster.node(0)
                                .process("abcdefghij".substring(i, i + 1))
                                .send(i))
                        .isEqualTo(SendResult.DELIVERED);
            }
            assertThat(cluster.node(0).process("a").send("too many")).isEqualTo(SendResult.FULL);
            for (int shard = 0; shard < 4; shard++) {
                cluster.give("counted", shard, cluster.node(0));
            }
            await().atMost(LONG).until(() -> seen.size() == 10);
            cluster.node(0).settle();
            for (int i = 0; i < 1_000; i++) { // no room is lost
                assertThat(cluster.node(0).process("new" + i).send(i)).isEqualTo(SendResult.DELIVERED);
            }
        }
    }

    @Test
    void whatWaitsTooLongIsLostAndItsSenderIsTold() {
        try (TestCluster cluster = new TestCluster(1, settings(10, Duration.ofMillis(200), type), sender("hello"))) {
            cluster.allocates = false;
            cluster.node(0).processes.submit("sender", "run", null);
            awaitSeen(new Undelivered(new KeyedPid("counted", "a"), SendResult.UNREACHABLE));
            assertThat(cluster.node(0).undelivered(SendResult.UNREACHABLE)).isEqualTo(1);
            assertThat(cluster.node(0).engine.types().get("counted").buffered()).isZero();
        }
    }

    @Test
    void aMessageForAShardThatHasMovedIsForwardedAndItsSenderAsksAgain() {
        try (TestCluster cluster = new TestCluster(3, TestNode.settings(type))) {
            cluster.give("counted", SHARD, cluster.node(1));
            cluster.node(0).process("a").send("one");
            awaitSeen("one");
            cluster.move("counted", SHARD, cluster.node(2)).join();
            cluster.node(1)
                    .tell(() ->
                            cluster.node(1).engine.received(cluster.node(2).id, new Frame.Located("counted", SHARD)));

            assertThat(cluster.node(0).process("a").send("two")).isEqualTo(SendResult.DELIVERED);
            awaitSeen("one", "two");
            await().atMost(LONG)
                    .until(() -> cluster.node(1).engine.counts().forwarded() == 1); // counted after it has been sent
            await().atMost(LONG).until(() -> cluster.node(0).received.contains(new Frame.NotHere("counted", SHARD)));
            cluster.node(0).process("a").send("three");
            awaitSeen("one", "two", "three");
            assertThat(cluster.node(1).engine.counts().forwarded()).isEqualTo(1);
        }
    }

    @Test
    void aMessageThatWasForwardedTooOftenIsLost() {
        ProcessType listener = ProcessType.of(
                "listener",
                () -> new Keyed(
                        (self, events, out) -> events.forEach(event -> seen.add(((Event.Message) event).data()))),
                "run");
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type), listener)) {
            cluster.allocates = false;
            TestNode node = cluster.node(0);
            NodeId other = cluster.node(1).id;
            KeyedPid pid = new KeyedPid("counted", "a");
            RemotePid sender = new RemotePid(
                    node.id.toString(),
                    node.processes.submit("listener", "run", null).number());
            node.tell(() -> {
                node.engine.received(other, new Frame.Located("counted", SHARD));
                for (int hops = 2; hops <= 3; hops++) {
                    Frame.Body body = new Frame.Body(String.class.getName(), new HandleCodec().write("round"));
                    node.engine.received(other, new Frame.ToKey(pid, sender, body, hops));
                }
            });
            awaitSeen(new Undelivered(pid, SendResult.UNREACHABLE));
            assertThat(node.engine.counts().forwarded()).isEqualTo(1);
        }
    }

    @Test
    void aNodeThatCannotBeReachedIsToldAtOnce() {
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            cluster.give("counted", SHARD, cluster.node(1));
            cluster.node(0).process("a").send("one");
            awaitSeen("one");
            cluster.node(0).unreachable.add(cluster.node(1).id);
            assertThat(cluster.node(0).process("a").send("two")).isEqualTo(SendResult.UNREACHABLE);
            cluster.node(0).unreachable.clear();
            assertThat(cluster.node(0).process("a").send("three")).isEqualTo(SendResult.DELIVERED);
            awaitSeen("one", "three");
            assertThat(cluster.node(0).undelivered(SendResult.UNREACHABLE)).isEqualTo(1);
        }
    }

    @Test
    void theShardsOfARemovedNodeAreLookedForAgain() {
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            cluster.give("counted", SHARD, cluster.node(1));
            cluster.node(0).process("a").send("one");
            awaitSeen("one");
            cluster.owners.put(new TestCluster.Shard("counted", SHARD), cluster.node(0));
            cluster.node(0).tell(() -> {
                cluster.node(0).engine.removed(cluster.node(1).id);
                cluster.node(0).engine.owned("counted", SHARD);
            });
            await().atMost(LONG)
                    .until(() -> "node0:7355"
                            .equals(cluster.node(0)
                                    .engine
                                    .types()
                                    .get("counted")
                                    .owners()
                                    .get(SHARD)));
            cluster.node(0).process("a").send("two");
            awaitSeen("one", "two");
            assertThat(cluster.node(1).engine.counts().received()).isEqualTo(1);
        }
    }

    @Test
    void aShardThatIsLostSoonAfterItWasFoundIsAskedForAtOnce() {
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            cluster.allocates = false;
            TestNode node = cluster.node(0);
            NodeId other = cluster.node(1).id;
            node.unreachable.add(other);
            node.process("a").send("one");
            node.engine.received(other, new Frame.Located("counted", SHARD));
            node.engine.removed(other);
            int asked = cluster.located.size();
            node.process("a").send("two");
            assertThat(cluster.located).hasSizeGreaterThan(asked);
        }
    }

    @Test
    void aQuestionForAShardThatFailsIsNoErrorOfTheSenderAndIsRepeated() {
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            cluster.failingQuestions.set(1);
            assertThat(cluster.node(0).process("a").send("one")).isEqualTo(SendResult.DELIVERED);
            awaitSeen("one");
        }
    }

    @Test
    void whatCannotBeWrittenIsTheSendersError() {
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            cluster.give("counted", SHARD, cluster.node(1));
            cluster.node(0).process("a").send("one");
            awaitSeen("one");
            assertThatThrownBy(() -> cluster.node(0).process("a").send(new HandleCodec.Unwritable()))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(cluster.node(1).process("a").send(new HandleCodec.Unwritable()))
                    .isEqualTo(SendResult.DELIVERED); // by reference
        }
    }

    static List<Object> badMessages() {
        return List.of(new HandleCodec.Unwritable(), new HandleCodec.Breaking(true));
    }

    @ParameterizedTest
    @MethodSource("badMessages")
    void whatHasWaitedAndCannotBeWrittenIsLostAlone(Object bad) {
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            cluster.allocates = false;
            cluster.node(0).process("a").send(bad);
            cluster.node(0).process("a").send("one");
            cluster.give("counted", SHARD, cluster.node(1));
            awaitSeen("one");
            assertThat(cluster.node(0).undelivered(SendResult.UNKNOWN)).isEqualTo(1);
        }
    }

    @Test
    void whatCannotBeReadIsCountedAndItsSenderIsTold() {
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type), sender("x"))) {
            cluster.give("counted", SHARD, cluster.node(1));
            TestNode one = cluster.node(1);
            one.tell(() -> one.engine.received(
                    cluster.node(0).id,
                    new Frame.ToKey(
                            new KeyedPid("counted", "a"),
                            new RemotePid(cluster.node(0).id.toString(), 77),
                            new Frame.Body("unknown", new byte[8]),
                            0)));
            await().atMost(LONG)
                    .until(() -> cluster.node(0)
                            .received
                            .contains(new Frame.Lost(
                                    new RemotePid(cluster.node(0).id.toString(), 77),
                                    new KeyedPid("counted", "a"),
                                    SendResult.UNKNOWN)));
            assertThat(one.engine.counts().refused()).containsEntry("unreadable", 1L);
        }
    }

    @Test
    void whatBreaksTheCodecIsLostAlone() {
        try (TestCluster cluster =
                new TestCluster(2, TestNode.settings(type), sender(new HandleCodec.Breaking(false)))) {
            cluster.give("counted", SHARD, cluster.node(1));
            cluster.node(0).processes.submit("sender", "run", null);
            awaitSeen(new Undelivered(new KeyedPid("counted", "a"), SendResult.UNKNOWN));
            assertThat(cluster.node(1).engine.counts().refused()).containsEntry("unreadable", 1L);
            cluster.node(0).process("a").send("one");
            await().atMost(LONG).until(() -> seen.contains("one"));
        }
    }

    @Test
    void refusedMessagesDoNotFloodTheLog() throws Exception {
        Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
        Logger logger = Logger.getLogger(Cluster.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord each) {
                records.add(each);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            TestNode node = cluster.node(0);
            node.owned("counted", SHARD);
            for (int i = 0; i < 100; i++) {
                Frame.Body body = new Frame.Body("unknown", new byte[8]);
                node.tell(() -> node.engine.received(
                        cluster.node(1).id, new Frame.ToKey(new KeyedPid("counted", "a"), null, body, 0)));
            }
            node.settle();
            assertThat(node.engine.counts().refused()).containsEntry("unreadable", 100L);
            assertThat(records).hasSize(1);
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void plainProcessesOfOtherNodesAreReachedAndAnswer() throws Exception {
        ProcessType pong = ProcessType.of(
                "pong",
                () -> new Keyed((self, events, out) -> {
                    for (Event event : events) {
                        Event.Message message = (Event.Message) event;
                        seen.add(message.data());
                        if (message.sender() != null) {
                            self.context.send(message.sender(), "pong");
                            out.done(null);
                        }
                    }
                }),
                "run");
        ProcessType ping = ProcessType.of(
                "ping",
                () -> new Keyed((self, events, out) -> {
                    if (self.steps == 1) {
                        self.context.send((RemotePid) self.input, "ping");
                    }
                    events.forEach(event -> seen.add(((Event.Message) event).data()));
                }),
                "run");
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type), pong, ping)) {
            RemotePid there = (RemotePid)
                    cluster.node(1).engine.global(cluster.node(1).processes.submit("pong", "run", null));
            cluster.node(0).processes.submit("ping", "run", there);
            awaitSeen("ping", "pong");
            await().atMost(LONG).until(() -> cluster.node(1).processes.size() == 0);
            cluster.node(0).processes.submit("ping", "run", there); // it has ended
            awaitSeen("ping", "pong", new Undelivered(there, SendResult.ENDED));
            assertThat(cluster.node(0).engine.send(new RemotePid("nonsense", 1), "x"))
                    .isEqualTo(SendResult.UNKNOWN);
            assertThat(cluster.node(0).engine.send(new RemotePid("gone:1/5", 1), "x"))
                    .isEqualTo(SendResult.UNREACHABLE);
        }
    }
}
