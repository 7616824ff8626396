package dev.gmp.process.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.process.Event;
import dev.gmp.process.ProcessState;
import dev.gmp.process.cluster.KeyedType;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class FencedStepsTest {

    private static final Duration LIMIT = Duration.ofSeconds(100);

    private final Queue<Object> seen = new ConcurrentLinkedQueue<>();

    /** As after a tick that came late, and not too late. */
    @Test
    void aStepGoesOnWhenTheFenceIsOpenThoughNoOpeningIsTold() {
        KeyedType type = Keyed.type((self, events, out) -> {
            for (Event event : events) {
                seen.add(((Event.Message) event).data());
            }
        });
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            TestNode node = cluster.node(0);
            node.process("a").send("one");
            await().atMost(LIMIT).until(() -> seen.contains("one"));
            node.fenced = true;
            node.process("a").send("two");
            await().atMost(LIMIT)
                    .until(() ->
                            node.processes.snapshot(0).types().get(0).states().get(ProcessState.BLOCKED) == 1);
            assertThat(seen).containsExactly("one");

            node.fenced = false;

            await().atMost(LIMIT).until(() -> seen.contains("two"));
        }
    }

    @Test
    void theProcessesOfANodeThatIsCutOffAreNotKept() {
        KeyedType type = Keyed.type((self, events, out) -> {});
        try (TestCluster cluster = new TestCluster(1, TestNode.settings(type))) {
            TestNode node = cluster.node(0);
            node.fenced = true;
            node.process("a").send("one");
            await().atMost(LIMIT).until(() -> !node.engine.fencedSteps.isEmpty());
            node.engine.cutOff();
            await().atMost(LIMIT).until(() -> node.processes.size() == 0 && node.engine.fencedSteps.isEmpty());
        }
    }
}
