package dev.gmp.spring.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes under load, of which one is killed, paused, or started again. */
class NodeFaultsTests {

    private static final int KEEPERS = 8;

    private final Random random = new Random();

    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void theKeysOfAKilledNodeLiveOnElsewhere() throws Exception {
        try (TestCluster cluster = new TestCluster(3, folder, null)) {
            startKeepers(cluster);
            try (Load load = new Load(cluster, "killed", random)) {
                awaitAnswers(load, 200);
                cluster.kill(1);
                awaitKeepers(cluster, "n1-");
                cluster.awaitAnswer(cluster.node(0), Watch.SINGLETON, "singleton");
                for (String key : load.keys()) {
                    cluster.awaitAnswer(cluster.node(2), Ledger.TYPE, key);
                }
                cluster.start(1);
                cluster.awaitUp();
                end(cluster, load);
            }
        }
    }

    /** Long enough that the others take over its keys: then it has to find out that it is no longer a member. */
    @Test
    @Tag("long")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void aNodeThatStoodStillForHalfAMinuteHarmsNothing() throws Exception {
        try (TestCluster cluster = new TestCluster(3, folder, null)) {
            startKeepers(cluster);
            for (int node = 0; node < cluster.size(); node++) {
                try (Load load = new Load(cluster, "paused" + node, random)) {
                    awaitAnswers(load, 200);
                    cluster.node(node).pause();
                    awaitKeepers(cluster, cluster.node(node).life());
                    Thread.sleep(30_000);
                    cluster.node(node).resume();
                    cluster.awaitUp();
                    end(cluster, load);
                }
            }
        }
    }

    @Test
    @Tag("long")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void aRollingRestartLosesNothingThatIsStored() throws Exception {
        try (TestCluster cluster = new TestCluster(3, folder, null)) {
            startKeepers(cluster);
            try (Load load = new Load(cluster, "rolling", random)) {
                awaitAnswers(load, 200);
                for (int node = 0; node < cluster.size(); node++) {
                    cluster.terminate(node);
                    awaitAnswers(load, load.answered() + 200);
                    cluster.start(node);
                    cluster.awaitUp();
                }
                end(cluster, load);
                int failed = load.failures().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum();
                // How many it is depends on how fast nodes start here.
                assertThat(failed)
                        .as("failed beside %d: %s", load.answered(), load.failures())
                        .isLessThan(load.answered() / 2);
            }
        }
    }

    /** One message starts each; from then on they are remembered. */
    private static void startKeepers(TestCluster cluster) {
        for (int keeper = 0; keeper < KEEPERS; keeper++) {
            cluster.awaitAnswer(cluster.node(0), Watch.REMEMBERED, "k" + keeper);
        }
    }

    /** Returns when all keepers live on nodes with other names. */
    private static void awaitKeepers(TestCluster cluster, String gone) {
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

    private static void end(TestCluster cluster, Load load) throws Exception {
        load.close();
        cluster.checkBooks();
        cluster.checkStored(load.acknowledged());
        System.out.println("answered " + load.answered() + ", failed " + load.failures());
    }
}
