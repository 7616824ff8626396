package dev.gmp.spring.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes under load, of which one is killed, paused, or started again. */
@Tag("long")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class NodeFaultsTests {

    private static final int KEEPERS = 8;

    private final Random random = new Random();

    @TempDir
    private static Path folder;

    /** Each test leaves all nodes up. */
    private static TestCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = new TestCluster(3, folder, null);
        for (int keeper = 0; keeper < KEEPERS; keeper++) {
            // One message starts it; from then on it is remembered.
            cluster.awaitAnswer(cluster.node(0), Watch.REMEMBERED, "k" + keeper);
        }
    }

    @AfterAll
    static void close() throws Exception {
        cluster.close();
    }

    @Test
    void theKeysOfAKilledNodeLiveOnElsewhere() throws Exception {
        try (Load load = new Load(cluster, "killed", random)) {
            awaitAnswers(load, 200);
            cluster.kill(1);
            awaitKeepers("n1-");
            cluster.awaitAnswer(cluster.node(0), Watch.SINGLETON, "singleton");
            for (String key : load.keys()) {
                cluster.awaitAnswer(cluster.node(2), Ledger.TYPE, key);
            }
            cluster.start(1);
            cluster.awaitUp();
            end(load);
        }
    }

    /** So long that the others take over its keys: then it has to find out that it is no longer a member. */
    @Test
    void aNodeThatStoodStillHarmsNothing() throws Exception {
        for (int node = 0; node < Length.atMost(cluster.size()); node++) {
            try (Load load = new Load(cluster, "paused" + node, random)) {
                awaitAnswers(load, 200);
                cluster.node(node).pause();
                awaitKeepers(cluster.node(node).life());
                Thread.sleep(Length.PAUSE.toMillis());
                cluster.node(node).resume();
                cluster.awaitUp();
                end(load);
            }
        }
    }

    @Test
    void aRollingRestartLosesNothingThatIsStored() throws Exception {
        try (Load load = new Load(cluster, "rolling", random)) {
            awaitAnswers(load, 200);
            for (int node = 0; node < cluster.size(); node++) {
                cluster.terminate(node);
                awaitAnswers(load, load.answered() + 200);
                cluster.start(node);
                cluster.awaitUp();
            }
            end(load);
            int failed = load.failures().values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            // How many it is depends on how fast nodes start here.
            assertThat(failed)
                    .as("failed beside %d: %s", load.answered(), load.failures())
                    .isLessThan(load.answered() / 2);
        }
    }

    /** Returns when all keepers live on nodes with other names. */
    private static void awaitKeepers(String gone) {
        await().atMost(TestCluster.PATIENCE).untilAsserted(() -> {
            for (int keeper = 0; keeper < KEEPERS; keeper++) {
                assertThat(cluster.books().aliveOn(Watch.REMEMBERED + "/k" + keeper))
                        .hasValueSatisfying(life -> assertThat(life).doesNotStartWith(gone));
            }
        });
    }

    private static void awaitAnswers(Load load, int least) {
        await().atMost(TestCluster.PATIENCE)
                .untilAsserted(() -> assertThat(load.answered())
                        .as("answered beside %s", load.failures())
                        .isGreaterThan(least));
    }

    private static void end(Load load) throws Exception {
        load.close();
        cluster.checkBooks();
        cluster.checkStored(load.acknowledged());
        System.out.println("answered " + load.answered() + ", failed " + load.failures());
    }
}
