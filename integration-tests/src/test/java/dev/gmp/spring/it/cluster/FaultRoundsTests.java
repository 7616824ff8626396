package dev.gmp.spring.it.cluster;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rounds of faults under load, as many as {@code gmp.stress.faults} says: first each kind, then random ones. After each round
 * all nodes come together again, each key answers on each node, and the books and the stored states are checked.
 */
class FaultRoundsTests {

    private static final int NODES = 3;

    /** First those that no other test has. */
    private enum Fault {
        KILL_TWO,
        KILL_ONE_AND_PAUSE_ANOTHER,
        PAUSE,
        KILL,
        RESTART
    }

    private static final Fault[] FAULTS = Fault.values();

    private final long seed = Long.getLong("gmp.stress.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    @Timeout(value = 5, unit = TimeUnit.HOURS)
    void allNodesComeTogetherAgainAndNothingStoredIsLost() throws Exception {
        try (TestCluster cluster = new TestCluster(NODES, folder, null)) {
            for (int round = 1; round <= Length.FAULTS; round++) {
                Fault fault = FAULTS[round <= FAULTS.length ? round - 1 : random.nextInt(FAULTS.length)];
                try {
                    run(cluster, round, fault);
                } catch (Throwable failure) {
                    throw new AssertionError("Round %d, %s, seed %d".formatted(round, fault, seed), failure);
                }
            }
        }
    }

    private void run(TestCluster cluster, int round, Fault fault) throws Exception {
        try (Load load = new Load(cluster, "r" + round, random)) {
            sleepUpTo(2_000);
            int node = random.nextInt(NODES);
            inject(cluster, fault, node, (node + 1 + random.nextInt(NODES - 1)) % NODES);
            cluster.awaitUp();
            for (String key : load.keys()) {
                cluster.awaitAnswer(cluster.node(random.nextInt(NODES)), Ledger.TYPE, key);
            }
            cluster.awaitAnswer(cluster.node(random.nextInt(NODES)), Watch.SINGLETON, "singleton");
            load.close();
            cluster.checkBooks();
            cluster.checkStored(load.acknowledged());
            System.out.printf(
                    "Round %d, %s of node %d: %d answered, failed %s%n",
                    round, fault, node, load.answered(), load.failures());
        }
    }

    private void inject(TestCluster cluster, Fault fault, int node, int other) throws Exception {
        switch (fault) {
            case KILL -> {
                cluster.kill(node);
                sleepUpTo(12_000);
                cluster.start(node);
            }
            case RESTART -> {
                cluster.terminate(node);
                sleepUpTo(5_000);
                cluster.start(node);
            }
            case PAUSE -> {
                cluster.node(node).pause();
                sleepUpTo(20_000);
                cluster.node(node).resume();
            }
            case KILL_ONE_AND_PAUSE_ANOTHER -> {
                cluster.node(other).pause();
                sleepUpTo(3_000);
                cluster.kill(node);
                sleepUpTo(12_000);
                cluster.node(other).resume();
                cluster.start(node);
            }
            case KILL_TWO -> {
                cluster.kill(node);
                cluster.kill(other);
                sleepUpTo(12_000);
                cluster.start(node, other);
            }
        }
    }

    private void sleepUpTo(int millis) throws InterruptedException {
        Thread.sleep(random.nextInt(millis));
    }
}
