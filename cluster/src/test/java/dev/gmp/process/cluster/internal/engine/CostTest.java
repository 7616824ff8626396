package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.KeyedType;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a message and a key cost. */
@Timeout(300)
class CostTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int MESSAGES = 100_000;
    private static final int KEYS = 50_000;

    /** A send makes the entry of the mailbox, and nothing else. */
    @Test
    void aSendToAProcessOfThisNodeTakesLittleMemory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Semaphore step = new Semaphore(0);
        KeyedType type = Keyed.type((self, events, out) -> step.acquire());
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            KeyedProcess process = cluster.node(0).process("a");
            process.send("start");
            await().atMost(LONG).until(() -> cluster.node(0).engine.counts().sentLocal() == 1);
            for (int i = 0; i < 1_000; i++) {
                process.send("x");
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < MESSAGES; i++) {
                process.send("x");
            }
            long bytes = (threads.getCurrentThreadAllocatedBytes() - before) / MESSAGES;
            assertThat(bytes).isBetween(1L, 40L);
            step.release(1_000_000);
        }
    }

    @Test
    void anIdleKeyIsSmall() {
        KeyedType type = KeyedType.of(dev.gmp.process.ProcessType.of("counted", Idle::new, "run"));
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            TestNode node = cluster.node(0);
            String[] keys = new String[KEYS];
            for (int i = 0; i < KEYS; i++) {
                keys[i] = "key-" + i;
            }
            for (int shard = 0; shard < type.shards(); shard++) {
                cluster.give("counted", shard, node);
            }
            await().atMost(LONG)
                    .until(() -> node.engine.types().get("counted").owners().size() == type.shards());
            long before = used();
            for (String key : keys) {
                node.process(key).send("hello");
            }
            await().atMost(LONG)
                    .until(() -> node.processes.snapshot(0).types().get(0).messages() == KEYS);
            long bytes = (used() - before) / KEYS;
            assertThat(bytes).isBetween(100L, 400L);
        }
    }

    private static final class Idle implements dev.gmp.process.Process {

        @Override
        public void init(dev.gmp.process.ProcessContext context, String method, Object input) {}

        @Override
        public void step(java.util.List<dev.gmp.process.Event> events, dev.gmp.process.StepOutput out) {}
    }

    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
