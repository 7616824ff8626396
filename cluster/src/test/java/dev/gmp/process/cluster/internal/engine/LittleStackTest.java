package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.cluster.KeyedType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is called from a stack that is nearly used up stops nothing for good. */
class LittleStackTest {

    private static final Duration LIMIT = Duration.ofSeconds(100);
    private static final long SMALL_STACK = 300_000;
    private static final int ROUNDS = 20;
    private static final int STRIDE = 16;
    private static final int SUCCESSES = 10;

    private final Queue<Pid> senders = new ConcurrentLinkedQueue<>();
    private final Set<String> reached = ConcurrentHashMap.newKeySet();

    private final KeyedType type = Keyed.type((self, events, out) -> {
        for (Event event : events) {
            Event.Message message = (Event.Message) event;
            if (message.sender() != null) {
                senders.add(message.sender());
            } else if (message.data().equals("again")) {
                reached.add(self.keyed().key());
            }
        }
    });

    private static TestNode ready(TestCluster cluster) {
        TestNode node = cluster.node(0);
        for (int i = 0; i < 100; i++) {
            node.process("warm-up-" + i).send("x");
        }
        await().atMost(LIMIT)
                .until(() -> node.engine.types().get("counted").owners().size() == 4);
        return node;
    }

    @Test
    void aKeyWhoseFirstMessageWasCutOffStartsWithTheNext() throws Exception {
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            TestNode node = ready(cluster);
            List<String> keys = new ArrayList<>();
            climb(() -> {
                keys.add("key-" + keys.size());
                node.process(keys.get(keys.size() - 1)).send("first");
            });
            keys.forEach(key -> node.process(key).send("again"));
            await().atMost(LIMIT).untilAsserted(() -> assertThat(reached).containsExactlyInAnyOrderElementsOf(keys));
        }
    }

    @Test
    void aQuestionWhoseAnswerWasCutOffIsCompletedByTheNextAnswer() throws Exception {
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            TestNode node = ready(cluster);
            List<CompletableFuture<String>> asked = IntStream.range(0, 500)
                    .mapToObj(i -> node.process("a").ask("x", String.class, LIMIT))
                    .toList();
            await().atMost(LIMIT).until(() -> senders.size() == asked.size());
            List<Pid> all = List.copyOf(senders);
            climb(() -> {
                Pid next = senders.poll();
                if (next != null) {
                    node.engine.send(next, "answer");
                }
            });
            all.forEach(sender -> node.engine.send(sender, "again"));
            await().atMost(LIMIT).until(() -> asked.stream().allMatch(CompletableFuture::isDone));
        }
    }

    private static void climb(Runnable action) throws Exception {
        action.run(); // links what it calls, which takes more stack than there will be
        for (int round = 0; round < ROUNDS; round++) {
            climbOnce(action);
        }
    }

    private static void climbOnce(Runnable action) throws Exception {
        FutureTask<Void> climbing = new FutureTask<>(new Climb(action)::climb, null);
        new Thread(null, climbing, "small-stack", SMALL_STACK).start();
        climbing.get(60, TimeUnit.SECONDS);
    }

    /** Recurses until the stack is used up, and acts on the way back, at random depths. */
    private static final class Climb {

        private final Runnable action;
        private int random = (int) System.nanoTime();
        private int skip;
        private int successes;

        Climb(Runnable action) {
            this.action = action;
        }

        @SuppressWarnings("InfiniteRecursion")
        void climb() {
            try {
                climb();
            } catch (StackOverflowError e) {
                // here it ends
            }
            if (successes < SUCCESSES && --skip < 0) {
                random = random * 1_103_515_245 + 12_345;
                skip = (random >>> 8) % (2 * STRIDE - 1);
                tryAct();
            }
        }

        private void tryAct() {
            try {
                action.run();
                successes++;
            } catch (StackOverflowError e) {
                // the next level has more
            }
        }
    }
}
