package dev.gmp.spring.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;

/** Nodes in JVMs of their own, the books that they report to, and the database that they store in. Nodes count from 0. */
final class TestCluster implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final String DATABASE = "faults;DB_CLOSE_DELAY=-1";

    private final BooksServer server = new BooksServer();
    private final Server database =
            Server.createTcpServer("-tcpPort", "0", "-tcpAllowOthers").start();
    private final Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + DATABASE, "sa", "");
    private final AtomicLong lastId = new AtomicLong();
    private final Path folder;
    private final @Nullable Network network;
    private final List<Integer> ports = new ArrayList<>();
    private final Map<Integer, TestNode> running = new ConcurrentHashMap<>();
    private final int[] lives;

    /**
     * Starts the nodes, and returns when all are up.
     *
     * @param network gives each node an address of its own; null for one address and several ports
     */
    TestCluster(int nodes, Path folder, @Nullable Network network) throws Exception {
        this.folder = folder;
        this.network = network;
        this.lives = new int[nodes];
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop all objects");
            statement.execute("runscript from 'classpath:dev/gmp/spring/cluster/schema-h2.sql'");
        }
        for (int node = 0; node < nodes; node++) {
            ports.add(network == null ? freePort() : 7355);
        }
        start(IntStream.range(0, nodes).toArray());
        awaitUp();
    }

    /** A port that no other socket gets by itself meanwhile: Linux takes those from 32,768 on. */
    private static int freePort() {
        while (true) {
            try (ServerSocket socket =
                    new ServerSocket(ThreadLocalRandom.current().nextInt(20_000, 30_000))) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // the next one may be free
            }
        }
    }

    int size() {
        return lives.length;
    }

    Books books() {
        return server.books();
    }

    TestNode node(int node) {
        return running.get(node);
    }

    /** The nodes that run and are not paused. */
    List<TestNode> active() {
        return running.values().stream().filter(node -> !node.isPaused()).toList();
    }

    long nextId() {
        return lastId.incrementAndGet();
    }

    /** Starts nodes, all at once. */
    void start(int... nodes) throws Exception {
        List<Thread> starters = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int node : nodes) {
            TestNode.Settings settings = settings(node);
            Thread starter = new Thread(() -> {
                try {
                    running.put(node, TestNode.start(settings, server));
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
            starter.start();
            starters.add(starter);
        }
        for (Thread starter : starters) {
            starter.join();
        }
        assertThat(failures).isEmpty();
    }

    private TestNode.Settings settings(int node) {
        String seeds = IntStream.range(0, size())
                .mapToObj(seed -> host(seed) + ":" + ports.get(seed))
                .collect(Collectors.joining(","));
        String outside = network == null ? "127.0.0.1" : network.outside();
        return new TestNode.Settings(
                "n" + node + "-" + ++lives[node],
                host(node),
                ports.get(node),
                seeds,
                outside,
                "jdbc:h2:tcp://" + outside + ":" + database.getPort() + "/mem:" + DATABASE,
                network == null ? List.of() : network.prefix(node),
                folder);
    }

    private String host(int node) {
        return network == null ? "127.0.0.1" : network.address(node);
    }

    void kill(int node) throws Exception {
        running.remove(node).kill();
    }

    void terminate(int node) throws Exception {
        running.remove(node).terminate();
    }

    /** Returns when each node takes all nodes for up and reachable. */
    void awaitUp() {
        String allUp = "UP " + size();
        try {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
                assertThat(running).hasSize(size());
                assertThat(running.values())
                        .allSatisfy(node ->
                                assertThat(node.status()).as(node.life()).isEqualTo(allUp));
            });
        } catch (ConditionTimeoutException e) {
            running.values().forEach(node -> System.out.println(node.life() + ":\n" + node.log()));
            throw e;
        }
    }

    /** Returns when a process has answered a question of a node. */
    void awaitAnswer(TestNode from, String type, String key) {
        await().atMost(PATIENCE).pollDelay(Duration.ZERO).ignoreExceptions().untilAsserted(() -> {
            long id = nextId();
            assertThat(from.ask(type, key, id, 5_000).get()).isEqualTo(id);
        });
    }

    /** Asserts that the books hold nothing that must not have happened. All nodes have to run. */
    void checkBooks() throws Exception {
        for (TestNode node : running.values()) {
            node.sync();
            assertThat(node.answeredTwice()).as("questions answered twice").isZero();
        }
        assertThat(books().violations()).isEmpty();
    }

    /** Asserts that all that was acknowledged is stored, once each, and that no update was lost. */
    void checkStored(Map<String, Set<Long>> acknowledged) throws Exception {
        Map<String, String> wrong = new TreeMap<>();
        for (Map.Entry<String, Set<Long>> entry : acknowledged.entrySet()) {
            String fault = faultOf(entry.getKey(), entry.getValue());
            if (!fault.isEmpty()) {
                wrong.put(entry.getKey(), fault);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private String faultOf(String key, Set<Long> acknowledged) throws Exception {
        try (PreparedStatement query = connection.prepareStatement(
                "select version, state from gmp_process_state where process_type = ? and process_key = ?")) {
            query.setString(1, Ledger.TYPE);
            query.setString(2, key);
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    return acknowledged.isEmpty() ? "" : "nothing stored";
                }
                List<Long> stored = new ObjectMapper()
                        .readValue(row.getBytes(2), Ledger.State.class)
                        .ids();
                Set<Long> missing = new HashSet<>(acknowledged);
                missing.removeAll(stored);
                boolean isWhole = missing.isEmpty()
                        && new HashSet<>(stored).size() == stored.size()
                        && row.getLong(1) == stored.size();
                return isWhole ? "" : "version %d, stored %s, missing %s".formatted(row.getLong(1), stored, missing);
            }
        }
    }

    @Override
    public void close() throws Exception {
        for (TestNode node : running.values()) {
            node.close();
        }
        connection.close();
        database.stop();
        server.close();
    }
}
