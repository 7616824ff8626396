package dev.gmp.spring.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The network is cut between a majority and a minority of the nodes, each in a network namespace of its own. */
@Tag("long")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class PartitionTests {

    private static final int NODES = 3;

    /** The majority decides after 8 seconds. */
    private static final Duration SHORT_CUT = Duration.ofSeconds(5);

    private final Random random = new Random();

    @TempDir
    private static Path folder;

    private static Network network;

    /** Each test leaves all nodes up. */
    private static TestCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Network.isAvailable(), "network namespaces and iptables, as root");
        network = new Network(NODES);
        cluster = new TestCluster(NODES, folder, network);
    }

    @AfterAll
    static void close() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
        if (network != null) {
            network.close();
        }
    }

    /** The first node is the first of the seeds, which must not begin a cluster of its own while it is cut off. */
    @Test
    void theMinorityEndsItsProcessesAndTheMajorityGoesOn() throws Exception {
        for (int alone = 0; alone < Length.atMost(NODES); alone++) {
            try (Load load = new Load(cluster, "alone" + alone, random)) {
                Thread.sleep(2_000);
                network.cut(List.of(alone));
                TestNode minority = cluster.node(alone);
                TestNode majority = cluster.node((alone + 1) % NODES);
                awaitStatus(minority, "CUT_OFF");
                for (String key : load.keys()) {
                    cluster.awaitAnswer(majority, Ledger.TYPE, key);
                }
                cluster.awaitAnswer(majority, Watch.SINGLETON, "singleton");
                Thread.sleep(Length.CUT.toMillis());
                assertThat(minority.status()).startsWith("CUT_OFF");
                assertThat(minority.ask(Ledger.TYPE, load.keys().get(0), cluster.nextId(), 2_000))
                        .failsWithin(TestCluster.PATIENCE);
                network.heal();
                end(load);
            }
        }
    }

    /** Shorter than the time after which the majority decides. */
    @Test
    void aShortCutMovesNoKey() throws Exception {
        cluster.awaitAnswer(cluster.node(0), Watch.SINGLETON, "singleton");
        long before = cluster.books().begun(Watch.SINGLETON + "/singleton");
        for (int round = 0; round < Length.atMost(10); round++) {
            try (Load load = new Load(cluster, "short" + round, random)) {
                long begin = System.nanoTime();
                network.cut(List.of(random.nextInt(NODES)));
                Thread.sleep(random.nextInt(1_500));
                network.heal();
                boolean wasShort = System.nanoTime() - begin < SHORT_CUT.toNanos();
                end(load);
                long begun = cluster.books().begun(Watch.SINGLETON + "/singleton");
                if (wasShort) { // on a busy machine it may have been longer
                    assertThat(begun).isEqualTo(before);
                }
                before = begun;
            }
        }
    }

    private static void awaitStatus(TestNode node, String status) {
        await().atMost(TestCluster.PATIENCE)
                .untilAsserted(() -> assertThat(node.status()).as(node::log).startsWith(status));
    }

    private void end(Load load) throws Exception {
        cluster.awaitUp();
        for (String key : load.keys()) {
            cluster.awaitAnswer(cluster.node(random.nextInt(NODES)), Ledger.TYPE, key);
        }
        load.close();
        cluster.checkBooks();
        cluster.checkStored(load.acknowledged());
        System.out.println("answered " + load.answered() + ", failed " + load.failures());
    }
}
