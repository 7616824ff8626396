package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.Event;
import dev.gmp.process.Overflow;
import dev.gmp.process.Pid;
import dev.gmp.process.ProcessType;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.UndeliveredException;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions, to the same node and to another. */
@Timeout(300)
class AskTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int SHARD = KeyedRoutes.shardOf("a", 4);

    private final Queue<Pid> withoutAnswer = new ConcurrentLinkedQueue<>();

    private final KeyedType type = Keyed.type((self, events, out) -> {
        for (Event event : events) {
            Event.Message message = (Event.Message) event;
            if (message.data().equals("silent")) {
                withoutAnswer.add(message.sender());
            } else if (message.data().equals("bad")) {
                self.keyed().send(message.sender(), new IllegalStateException("not today"));
            } else if (message.data().equals("unreadable")) {
                self.keyed().send(message.sender(), new HandleCodec.Unreadable());
            } else if (message.data().equals("breaking")) {
                self.keyed().send(message.sender(), new HandleCodec.Breaking(false));
            } else {
                self.keyed().send(message.sender(), "re: " + message.data());
                self.keyed().send(message.sender(), "again");
            }
        }
    });

    private TestCluster cluster(int owner) {
        TestCluster cluster = new TestCluster(2, TestNode.settings(type));
        cluster.give("counted", SHARD, cluster.node(owner));
        return cluster;
    }

    private static <R> CompletableFuture<R> ask(TestCluster cluster, Object message, Class<R> answer) {
        return cluster.node(0).process("a").ask(message, answer, LONG);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theFirstAnswerCompletesAndFurtherOnesAreLate(int owner) throws Exception {
        try (TestCluster cluster = cluster(owner)) {
            assertThat(ask(cluster, "hello", String.class).get(60, TimeUnit.SECONDS))
                    .isEqualTo("re: hello");
            await().atMost(LONG).until(() -> cluster.node(0).engine.counts().lateAnswers() == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anExceptionAsAnswerFailsIt(int owner) {
        try (TestCluster cluster = cluster(owner)) {
            assertThat(ask(cluster, "bad", String.class))
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .withCauseInstanceOf(IllegalStateException.class)
                    .withMessageContaining("not today");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unreadable", "breaking"})
    void anAnswerThatCannotBeReadFailsIt(String message) {
        try (TestCluster cluster = cluster(1)) {
            assertThat(cluster.node(0).process("a").ask(message, Object.class, LONG))
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .withCauseInstanceOf(IllegalArgumentException.class)
                    .withMessageContaining("cannot be read");
        }
    }

    @Test
    void anAnswerOfAnotherClassFailsIt() {
        try (TestCluster cluster = cluster(0)) {
            assertThat(ask(cluster, "hello", Integer.class))
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .withCauseInstanceOf(ClassCastException.class)
                    .withMessageContaining("The answer of counted/a is of class java.lang.String");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void withoutAnAnswerItTimesOutAndALateOneIsCounted(int owner) throws Exception {
        try (TestCluster cluster = cluster(owner)) {
            CompletableFuture<String> asked =
                    cluster.node(0).process("a").ask("silent", String.class, Duration.ofMillis(50));
            assertThat(asked)
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .withCauseInstanceOf(TimeoutException.class)
                    .withMessageContaining("No answer from counted/a within PT0.05S");
            await().atMost(LONG).until(() -> !withoutAnswer.isEmpty());
            cluster.node(owner).engine.send(withoutAnswer.remove(), "late");
            await().atMost(LONG).until(() -> cluster.node(0).engine.counts().lateAnswers() == 1);
        }
    }

    /** A timer may run before the method that sets it has returned. */
    @Test
    void timeoutsThatAreOverAtOnceFailAllQuestions() {
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            TestNode node = cluster.node(0);
            node.engine.attach(fabric(node.id, true), cluster.remembered);
            RemotePid silent = new RemotePid("node1:7355/2", 3);
            List<CompletableFuture<String>> asked = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                asked.add(node.engine.ask(silent, "x", String.class, Duration.ofNanos(1)));
            }
            await().atMost(LONG).until(() -> asked.stream().allMatch(CompletableFuture::isCompletedExceptionally));
        }
    }

    /** What is sent through it is lost. */
    private static Fabric fabric(NodeId self, boolean reachesAll) {
        return (Fabric) Proxy.newProxyInstance(
                AskTest.class.getClassLoader(),
                new Class<?>[] {Fabric.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "self" -> self;
                    case "isReachable" -> reachesAll;
                    default -> false;
                });
    }

    @Test
    void anAnswerFromThisNodeArrivesAlsoAfterItHasJoinedAgain() {
        try (TestCluster cluster = cluster(0)) {
            TestNode node = cluster.node(0);
            CompletableFuture<String> asked = ask(cluster, "silent", String.class);
            await().atMost(LONG).until(() -> !withoutAnswer.isEmpty());
            node.engine.cutOff();
            node.engine.attach(fabric(new NodeId("node0:7355", 9), false), cluster.remembered);
            assertThat(node.engine.send(withoutAnswer.remove(), "late")).isEqualTo(SendResult.DELIVERED);
            assertThat(asked).succeedsWithin(LONG).isEqualTo("late");
        }
    }

    @Test
    void theLongestTimeoutIsTaken() {
        try (TestCluster cluster = cluster(0)) {
            assertThat(cluster.node(0).process("a").ask("hello", String.class, Duration.ofSeconds(Long.MAX_VALUE)))
                    .succeedsWithin(LONG);
        }
    }

    @Test
    void aQuestionThatReachesNoProcessFailsAtOnce() {
        try (TestCluster cluster = cluster(1)) {
            assertThat(ask(cluster, "hello", String.class)).succeedsWithin(LONG);
            cluster.node(0).unreachable.add(cluster.node(1).id);
            assertThatThrownBy(() -> ask(cluster, "hello", String.class).get())
                    .hasCauseInstanceOf(UndeliveredException.class)
                    .hasMessageContaining("The message to counted/a was not delivered: UNREACHABLE");
            assertThat(cluster.node(0).engine.ask(new KeyedPid("none", "a"), "x", String.class, LONG))
                    .isCompletedExceptionally();
        }
    }

    @Test
    void aQuestionThatAnotherNodeCannotDeliverFails() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        ProcessType busy = ProcessType.of(
                        "busy",
                        () -> new Keyed((self, events, out) -> {
                            begun.countDown();
                            while (!Thread.currentThread().isInterrupted() && withoutAnswer.isEmpty()) {
                                Thread.sleep(10);
                            }
                        }),
                        "run")
                .withMailbox(1, Overflow.REFUSE);
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(KeyedType.of(busy)))) {
            int shard = KeyedRoutes.shardOf("a", 64);
            cluster.give("busy", shard, cluster.node(1));
            KeyedPid pid = new KeyedPid("busy", "a");
            cluster.node(1).engine.send(pid, "w");
            begun.await(); // a step that begins later would empty the mailbox once more
            await().atMost(LONG).until(() -> cluster.node(1).engine.send(pid, "x") == SendResult.FULL);
            assertThat(cluster.node(0).engine.ask(pid, "y", String.class, LONG))
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .withCauseInstanceOf(UndeliveredException.class)
                    .withMessageContaining("FULL");
            withoutAnswer.add(pid);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatIsChainedToAQuestionHoldsUpNothing(int owner) {
        Semaphore chained = new Semaphore(0);
        try (TestCluster cluster = new TestCluster(2, TestNode.settings(type))) {
            cluster.allocates = false;
            CompletableFuture<Void> blocked =
                    ask(cluster, "hello", String.class).thenAccept(answer -> chained.acquireUninterruptibly());
            cluster.give("counted", SHARD, cluster.node(owner));
            try {
                assertThat(ask(cluster, "you", String.class)).succeedsWithin(LONG);
                assertThat(ask(cluster, "there", String.class)).succeedsWithin(LONG);
                assertThat(blocked).isNotDone();
            } finally {
                chained.release();
            }
            assertThat(blocked).succeedsWithin(LONG);
        }
    }

    @Test
    void aListenerForRoundTripsThatThrowsDoesNoHarm() {
        AtomicInteger heard = new AtomicInteger();
        try (TestCluster cluster = cluster(0)) {
            cluster.node(0).engine.onRoundTrip(took -> {
                throw new IllegalStateException("not today");
            });
            cluster.node(0).engine.onRoundTrip(took -> heard.incrementAndGet());
            for (int i = 0; i < 128; i++) {
                assertThat(ask(cluster, "hello", String.class)).succeedsWithin(LONG);
            }
            await().atMost(LONG).untilAsserted(() -> assertThat(heard).hasValue(2));
        }
    }

    @Test
    void badQuestionsAreRefused() {
        try (TestCluster cluster = cluster(1)) {
            assertThat(ask(cluster, "hello", String.class)).succeedsWithin(LONG);
            assertThatThrownBy(() -> cluster.node(0).process("a").ask("x", String.class, Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> ask(cluster, new HandleCodec.Unwritable(), String.class))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
