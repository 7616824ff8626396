package dev.gmp.process.cluster.internal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterBuilder;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.KeyedContext;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.UndeliveredException;
import dev.gmp.process.cluster.internal.node.CounterCodec.Add;
import dev.gmp.process.cluster.internal.node.CounterCodec.Get;
import dev.gmp.process.cluster.internal.node.CounterCodec.Total;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three nodes of one JVM on loopback, whole: keyed processes, engine, wire and Pekko. */
class ClusterNodeTest {

    private static final Duration LIMIT = Duration.ofSeconds(100);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final int KEYS = 100;
    private static final int SHARDS = 12;

    private final Deque<Node> nodes = new ArrayDeque<>();
    private Duration acceptablePause = Duration.ofMinutes(1); // a busy machine is no lost node

    /** By key, how many processes of it are alive, on all nodes of the test. */
    private final Map<String, AtomicInteger> alive = new ConcurrentHashMap<>();

    /** The sum of what all processes have added. */
    private final AtomicInteger added = new AtomicInteger();

    private final Set<String> twice = ConcurrentHashMap.newKeySet();

    @AfterEach
    void endAll() {
        nodes.parallelStream().forEach(Node::kill);
        assertThat(twice).isEmpty();
    }

    @Test
    void eachKeyHasOneProcessForAllNodesWhichHandsOverWhenItsNodeLeaves() throws Exception {
        Node first = start();
        Node second = start(first.address());
        Node third = start(first.address());
        awaitUp();
        awaitSpread(first, second, third);

        for (Node node : List.of(first, second, third)) {
            for (int key = 0; key < KEYS; key++) {
                assertThat(node.cluster.process("counter", "k" + key).send(new Add(1)))
                        .isEqualTo(SendResult.DELIVERED);
            }
        }
        Set<String> owners = new HashSet<>();
        for (int key = 0; key < KEYS; key++) {
            String name = "k" + key;
            await().atMost(LIMIT)
                    .pollDelay(Duration.ZERO)
                    .until(() -> first.ask(name).value() == 3);
            assertThat(second.ask(name)).isEqualTo(third.ask(name));
            owners.add(second.ask(name).node());
        }
        assertThat(owners).hasSize(3);
        assertThat(first.cluster.snapshot().members()).hasSize(3);

        third.cluster.close();

        assertThat(third.cluster.snapshot().status()).isEqualTo(Status.CLOSED);
        awaitSpread(first, second);
        for (int key = 0; key < KEYS; key++) {
            String name = "k" + key;
            Total answer = awaitAnswer(() -> second.ask(name, SHORT));
            assertThat(first.ask(name)).isEqualTo(answer);
            assertThat(answer.node()).isNotEqualTo(third.name);
        }
    }

    @Test
    @Tag("long")
    void nothingThatWasAcceptedIsLostWhenANodeLeavesInOrderUnderLoad() throws Exception {
        Node first = start();
        Node second = start(first.address());
        Node third = start(first.address());
        awaitUp();
        awaitSpread(first, second, third);
        AtomicInteger accepted = new AtomicInteger();
        AtomicBoolean isOver = new AtomicBoolean();
        // The node that leaves sends until it has handed all keys over: then some messages wait there.
        List<Thread> senders = List.of(
                sender(first, accepted, isOver::get),
                sender(second, accepted, isOver::get),
                sender(third, accepted, () -> third.hasLeft() || isOver.get()));
        senders.forEach(Thread::start);
        await().atMost(LIMIT).until(() -> accepted.get() > 1_000);

        third.cluster.close();
        int before = accepted.get();
        await().atMost(LIMIT).until(() -> accepted.get() > before + 500);
        isOver.set(true);
        for (Thread sender : senders) {
            sender.join();
        }

        await().atMost(LIMIT).untilAsserted(() -> assertThat(added).hasValue(accepted.get()));
    }

    private static Thread sender(Node from, AtomicInteger accepted, BooleanSupplier isOver) {
        return new Thread(() -> {
            for (int i = 0; !isOver.getAsBoolean(); i++) {
                KeyedProcess to = from.cluster.process("counter", "k" + i % KEYS);
                if (to.send(new Add(1)) == SendResult.DELIVERED) {
                    accepted.incrementAndGet();
                }
                LockSupport.parkNanos(1_000_000);
            }
        });
    }

    @Test
    @Tag("long")
    void keysOfAKilledNodeStartOnTheOthersAndItsProcessesAreUnreachable() throws Exception {
        acceptablePause = Duration.ofMillis(1500);
        Node first = start();
        Node second = start(first.address());
        Node third = start(first.address());
        awaitUp();
        awaitSpread(first, second, third);
        List<String> lost = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            String name = "k" + key;
            if (awaitAnswer(() -> first.ask(name, SHORT)).node().equals(third.name)) {
                lost.add(name);
            }
        }
        Pid plain = third.cluster.global(third.processes.submit("plain", "run", null));
        assertThat(awaitAnswer(() -> first.total(plain, SHORT)).node()).isEqualTo(third.name);

        third.kill();

        for (String key : lost) {
            await().atMost(LIMIT)
                    .pollDelay(Duration.ZERO)
                    .ignoreExceptions()
                    .until(() -> !first.ask(key, SHORT).node().equals(third.name));
        }
        assertThatThrownBy(() -> first.cluster
                        .ask(plain, new Get(), Total.class, TIMEOUT)
                        .get())
                .hasCauseInstanceOf(UndeliveredException.class);
        assertThat(first.cluster.send(plain, new Add(1))).isEqualTo(SendResult.UNREACHABLE);
    }

    @Test
    void aProcessOfAnotherNodeAnswersByItsNumberAndOneThatEndedIsTold() throws Exception {
        Node first = start();
        Node second = start(first.address());
        awaitUp();
        await().atMost(LIMIT).until(() -> first.cluster.snapshot().members().size() == 2);
        Pid plain = second.cluster.global(second.processes.submit("plain", "run", null));
        await().atMost(LIMIT).until(() -> first.cluster.send(plain, new Add(7)) == SendResult.DELIVERED);
        await().atMost(LIMIT).until(() -> first.total(plain).value() == 7);

        await().atMost(LIMIT)
                .ignoreExceptions() // no majority may answer in time
                .until(() -> second.cluster
                        .register("desk", plain)
                        .toCompletableFuture()
                        .join());
        await().atMost(LIMIT).until(() -> plain.equals(first.cluster.find("desk")));
        second.cluster.join("desks", plain);
        first.cluster.join("desks", first.processes.submit("plain", "run", null));
        await().atMost(LIMIT).until(() -> first.cluster.members("desks").size() == 2);
        assertThat(first.cluster.broadcast("desks", new Add(1))).isEqualTo(2);
        await().atMost(LIMIT).until(() -> first.total(plain).value() == 8);

        second.processes.end(second.processes.find(plain.number()).orElseThrow(), "test");
        await().atMost(LIMIT).until(() -> second.processes.find(plain.number()).isEmpty());

        Pid foreign = first.processes.submit("plain", "run", null);
        for (Pid pid : List.of(new KeyedPid("counter", "k1"), foreign)) {
            assertThatThrownBy(() -> second.cluster.register("ghost", pid))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> second.cluster.join("ghosts", pid)).isInstanceOf(IllegalArgumentException.class);
            second.cluster.leave("desks", pid);
        }
        assertThat(second.cluster.find("ghost")).isNull();
        assertThat(second.cluster.members("ghosts")).isEmpty();

        second.cluster.leave("desks", plain);
        second.cluster.leave("desks", second.processes.submit("plain", "run", null));
        assertThatThrownBy(() -> second.cluster.join("desks", plain)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> first.total(plain)).hasCauseInstanceOf(UndeliveredException.class);
        RemotePid earlier = new RemotePid(first.address() + "/1", plain.number());
        assertThat(second.cluster.send(earlier, new Add(1))).isEqualTo(SendResult.UNREACHABLE);
    }

    /** Of a node that has not heard yet that another one is gone, or that stood still for a moment, one may not come. */
    private static Total awaitAnswer(Callable<Total> question) {
        return await().atMost(LIMIT).pollDelay(Duration.ZERO).ignoreExceptions().until(question, Objects::nonNull);
    }

    /** Until no node has more than its part, so that no shard will move by itself. */
    private void awaitSpread(Node... all) {
        int most = (SHARDS + all.length - 1) / all.length;
        await().atMost(LIMIT)
                .ignoreExceptions()
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    for (int key = 0; key < KEYS; key++) {
                        all[0].cluster.process("counter", "k" + key).send(new Get());
                    }
                    Map<String, Integer> parts = new HashMap<>();
                    all[0].cluster
                            .snapshot()
                            .types()
                            .get("counter")
                            .owners()
                            .values()
                            .forEach(owner -> parts.merge(owner, 1, Integer::sum));
                    return parts.values().stream().mapToInt(part -> part).sum() == SHARDS
                            && parts.values().stream().allMatch(part -> part <= most);
                });
    }

    private Node start(String... seeds) {
        Node node = new Node("n" + nodes.size(), seeds);
        nodes.push(node);
        return node;
    }

    private void awaitUp() {
        await().atMost(LIMIT)
                .until(() ->
                        nodes.stream().allMatch(node -> node.cluster.snapshot().status() == Status.UP));
    }

    private final class Node {
        final GmpScheduler scheduler = GmpScheduler.builder().build();
        final String name;
        final Processes processes;
        final Cluster cluster;

        Node(String name, String... seeds) {
            this.name = name;
            ClusterBuilder builder = Cluster.builder("test")
                    .host("127.0.0.1")
                    .port(0)
                    .seedNodes(seeds)
                    .codec(new CounterCodec())
                    .handOverTimeout(Duration.ofSeconds(30))
                    .shutdownTimeout(LIMIT)
                    .stableAfter(Duration.ofSeconds(2))
                    .acceptablePause(acceptablePause)
                    .register(KeyedType.of(ProcessType.of("counter", () -> new Counter(name), "run"))
                            .withShards(SHARDS));
            processes = builder.connect(Processes.builder(scheduler)
                            .register(ProcessType.of("plain", () -> new Counter(name), "run")))
                    .build();
            cluster = builder.start(processes);
        }

        String address() {
            return cluster.snapshot().self();
        }

        boolean hasLeft() {
            ClusterSnapshot now = cluster.snapshot();
            return now.status() != Status.UP && now.types().get("counter").localProcesses() == 0;
        }

        Total ask(String key) throws ExecutionException, InterruptedException, TimeoutException {
            return ask(key, TIMEOUT);
        }

        Total ask(String key, Duration timeout) throws ExecutionException, InterruptedException, TimeoutException {
            return cluster.process("counter", key)
                    .ask(new Get(), Total.class, timeout)
                    .get(TIMEOUT.toSeconds() + 10, TimeUnit.SECONDS);
        }

        Total total(Pid pid) throws ExecutionException, InterruptedException, TimeoutException {
            return total(pid, TIMEOUT);
        }

        Total total(Pid pid, Duration timeout) throws ExecutionException, InterruptedException, TimeoutException {
            return cluster.ask(pid, new Get(), Total.class, timeout).get(TIMEOUT.toSeconds() + 10, TimeUnit.SECONDS);
        }

        void kill() {
            ((ClusterNode) cluster).kill();
            processes.close();
            scheduler.close();
        }
    }

    /** Adds numbers up. */
    private final class Counter implements Process {
        private final String node;
        private ProcessContext context;
        private @Nullable String key;
        private int total;

        Counter(String node) {
            this.node = node;
        }

        @Override
        public void init(ProcessContext given, String method, @Nullable Object input) {
            context = given;
            if (given instanceof KeyedContext keyed) {
                key = keyed.key();
                if (alive.computeIfAbsent(key, any -> new AtomicInteger()).incrementAndGet() > 1) {
                    twice.add(key);
                }
            }
        }

        @Override
        public void step(List<Event> events, StepOutput out) {
            boolean ends = false;
            for (Event event : events) {
                ends |= event instanceof Event.Cancel;
                if (event instanceof Event.Message message) {
                    receive(message);
                }
            }
            if (ends) {
                out.done(null);
            }
        }

        private void receive(Event.Message message) {
            if (message.data() instanceof Add add) {
                total += add.amount();
                added.addAndGet(add.amount());
            } else if (message.sender() != null) {
                context.send(message.sender(), new Total(total, node));
            }
        }

        @Override
        public void close() {
            if (key != null) {
                alive.get(key).decrementAndGet();
            }
        }
    }
}
