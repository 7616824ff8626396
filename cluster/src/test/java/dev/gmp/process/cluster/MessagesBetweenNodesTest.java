package dev.gmp.process.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two nodes: what the codec promises holds for messages to a process of the other one. */
class MessagesBetweenNodesTest {

    private static final Duration LIMIT = Duration.ofSeconds(100);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    record Order(String article, List<Integer> pieces) {}

    record Visitor(Pid pid) {}

    record Broken(String reason) {}

    record OnlyHere() {}

    record Text(String note) {}

    record Number(int note) {}

    private static final Deque<Node> NODES = new ArrayDeque<>();

    private static Node one;
    private static Node two;

    /** On the second node, as the first one knows it. */
    private static KeyedProcess desk;

    @BeforeAll
    static void startTwo() {
        one = new Node(builder().maxMessageBytes(2000));
        two = new Node(builder().maxMessageBytes(2000).seedNodes(one.address()));
        desk = deskOf(two, one);
    }

    @AfterAll
    static void close() {
        NODES.forEach(Node::close);
    }

    @Test
    void messagesAddressesAndFailuresArrive() throws Exception {
        Pid local = one.processes.submit("desk", "run", "local");
        List<?> list = List.of(new Order("pen", List.of(1, 2)), 7L, "x", List.of(true));

        assertThat(answer(desk, new Order("pen", List.of(1, 2)))).isEqualTo(new Order("pen", List.of(1, 2)));
        assertThat(answer(desk, list)).isEqualTo(list);
        assertThat(answer(desk, new Visitor(local))).isEqualTo(new Visitor(local));
        assertThat(answer(desk, desk.pid())).isEqualTo(desk.pid());
        assertThatThrownBy(() -> answer(desk, new Broken("no paper")))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("java.lang.IllegalStateException: no paper");
    }

    @Test
    void whatCannotBeWrittenIsRefusedAtTheSender() throws Exception {
        assertThatThrownBy(() -> desk.send(new OnlyHere()))
                .isInstanceOf(UnregisteredMessageException.class)
                .hasMessageContainingAll("OnlyHere", "messages(...)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> desk.send("x".repeat(3000)))
                .withMessage("A message of java.lang.String has 3002 bytes, more than the limit of 2000");

        assertThat(answer(desk, "small")).isEqualTo("small");
        assertThat(one.cluster.snapshot().counts().refused()).isEmpty();
        assertThat(two.cluster.snapshot().counts().refused()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsCountedByReasonAndHarmsNothing() throws Exception {
        Node sender = new Node(builder()
                .codec(JacksonMessageCodec.builder()
                        .messages(OnlyHere.class)
                        .message("note", Text.class)
                        .build()));
        Node receiver = new Node(builder()
                .seedNodes(sender.address())
                .codec(JacksonMessageCodec.builder()
                        .message("note", Number.class)
                        .build()));
        KeyedProcess other = deskOf(receiver, sender);

        assertThat(other.send(new OnlyHere())).isEqualTo(SendResult.DELIVERED);
        assertThat(other.send(new Text("no number"))).isEqualTo(SendResult.DELIVERED);
        assertThat(other.send(new OnlyHere())).isEqualTo(SendResult.DELIVERED);

        assertThat(answer(other, "text")).isEqualTo("text");
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(receiver.cluster.snapshot().counts().refused())
                                .containsEntry("unregistered", 2L)
                                .containsEntry("unreadable", 1L)
                                .hasSize(2));
    }

    private static ClusterBuilder builder() {
        return Cluster.builder("messages")
                .host("127.0.0.1")
                .port(0)
                .stableAfter(Duration.ofSeconds(2))
                .acceptablePause(Duration.ofMinutes(1))
                .messages(Order.class, Visitor.class, Broken.class)
                .register(KeyedType.of(ProcessType.of("desk", Desk::new, "run")).withShards(12));
    }

    private static Object answer(KeyedProcess desk, Object message) throws Exception {
        return desk.ask(message, Object.class, TIMEOUT).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** A desk of a node, as another node knows it. */
    private static KeyedProcess deskOf(Node owner, Node user) {
        await().atMost(LIMIT).until(() -> user.isUp() && owner.isUp());
        return await().atMost(LIMIT)
                .ignoreExceptions()
                .until(
                        () -> {
                            for (int key : IntStream.range(0, 50).toArray()) {
                                KeyedProcess desk = user.cluster.process("desk", "k" + key);
                                if (answer(desk, "where").equals(owner.address())) {
                                    return desk;
                                }
                            }
                            return null;
                        },
                        desk -> desk != null);
    }

    private static final class Node {

        final GmpScheduler scheduler = GmpScheduler.builder().build();
        final Processes processes;
        final Cluster cluster;

        Node(ClusterBuilder builder) {
            processes = builder.connect(Processes.builder(scheduler)).build();
            cluster = builder.start(processes);
            NODES.push(this);
        }

        String address() {
            return cluster.snapshot().self();
        }

        boolean isUp() {
            return cluster.snapshot().status() == Status.UP
                    && cluster.snapshot().members().size() == 2;
        }

        void close() {
            cluster.close();
            processes.close();
            scheduler.close();
        }
    }

    /** Sends back what it gets. */
    private static final class Desk implements Process {

        private ProcessContext context;

        @Override
        public void init(ProcessContext given, String method, Object input) {
            context = given;
        }

        @Override
        public void step(List<Event> events, StepOutput out) {
            for (Event event : events) {
                if (event instanceof Event.Message message && message.sender() != null) {
                    context.send(message.sender(), answer(message.data()));
                } else if (event instanceof Event.Cancel) {
                    out.done(null);
                    return;
                }
            }
            out.idle();
        }

        private Object answer(Object message) {
            if (message.equals("where")) {
                return ((KeyedContext) context).cluster().snapshot().self();
            }
            return message instanceof Broken broken ? new IllegalStateException(broken.reason()) : message;
        }
    }
}
