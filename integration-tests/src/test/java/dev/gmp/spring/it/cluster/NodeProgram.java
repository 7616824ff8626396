package dev.gmp.spring.it.cluster;

import dev.gmp.GmpScheduler;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterBuilder;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.spring.cluster.JdbcStateStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.h2.jdbcx.JdbcConnectionPool;

/** A node in a JVM of its own. It does what the test tells it by lines, and leaves the cluster in order when it is terminated. */
final class NodeProgram {

    private final Cluster cluster;
    private final Recorder recorder;
    private final PrintWriter answers;

    private NodeProgram(Cluster cluster, Recorder recorder, PrintWriter answers) {
        this.cluster = cluster;
        this.recorder = recorder;
        this.answers = answers;
    }

    /** The arguments: name of this life, host, port, seed nodes with commas, host and port of the books, URL of the database. */
    public static void main(String[] arguments) throws Exception {
        String life = arguments[0];
        String booksHost = arguments[4];
        int booksPort = Integer.parseInt(arguments[5]);
        Recorder recorder = new Recorder(life, booksHost, booksPort);
        GmpScheduler scheduler = GmpScheduler.builder().name("node").build();
        JdbcConnectionPool database = JdbcConnectionPool.create(arguments[6], "sa", "");
        ClusterBuilder node = Cluster.builder("faults")
                .host(arguments[1])
                .port(Integer.parseInt(arguments[2]))
                .seedNodes(arguments[3].split(","))
                .acceptablePause(Duration.ofSeconds(5))
                .stableAfter(Duration.ofSeconds(3))
                .register(KeyedType.of(ProcessType.of(Ledger.TYPE, () -> new Ledger(recorder), "run"))
                        .withIdleTimeout(Duration.ofSeconds(2))
                        .withState(Ledger.State.class))
                .register(KeyedType.of(ProcessType.of(Watch.REMEMBERED, () -> new Watch(recorder), "run"))
                        .withShards(16)
                        .withRemembering())
                .register(KeyedType.singleton(ProcessType.of(Watch.SINGLETON, () -> new Watch(recorder), "run")))
                .messages(Recorded.Add.class, Recorded.Added.class, Ledger.State.class)
                .stateStore(new JdbcStateStore(database));
        Processes processes = node.connect(Processes.builder(scheduler)).build();
        Cluster cluster = node.start(processes);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            cluster.close();
            processes.close();
            scheduler.close();
        }));
        try (Socket socket = new Socket(booksHost, booksPort)) {
            socket.setTcpNoDelay(true);
            PrintWriter answers = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
            answers.println("control " + life);
            new NodeProgram(cluster, recorder, answers).run(socket);
        }
    }

    private void run(Socket socket) throws IOException {
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            String[] words = order.split(" ");
            switch (words[0]) {
                case "ask" -> ask(words[1], words[2], Long.parseLong(words[3]), Long.parseLong(words[4]));
                case "status" -> answers.println("status " + words[1] + " " + status());
                case "mark" -> recorder.mark(Long.parseLong(words[1]));
                default -> throw new IllegalArgumentException(order);
            }
        }
        System.exit(0); // the test has gone
    }

    @SuppressWarnings("FutureReturnValueIgnored") // both ways are reported
    private void ask(String type, String key, long id, long timeoutMillis) {
        cluster.process(type, key)
                .ask(new Recorded.Add(id), Recorded.Added.class, Duration.ofMillis(timeoutMillis))
                .whenComplete((added, error) -> answers.println(
                        error == null ? "answer " + id + " " + added.id() : "failed " + id + " " + error));
    }

    /** What this node is, and how many nodes it takes for up and reachable. */
    private String status() {
        ClusterSnapshot snapshot = cluster.snapshot();
        long up = snapshot.members().stream()
                .filter(member -> member.status().equals("Up") && member.reachable())
                .count();
        return snapshot.status() + " " + up;
    }
}
