package dev.gmp.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every workload does on every peer what it says, no task more and no task less. */
class BatchTest {
    record Kind(String name, Function<Executor, Batch> make, int counted, int handedIn) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind("submitFromOutside", executor -> new SubmitFromOutside(executor, 1_001, 2), 1_001, 1_001),
            new Kind("forkTree", executor -> new ForkTree(executor, 1_000), 1_000, 1_111),
            new Kind("handOver", executor -> new HandOver(executor, 500), 1_000, 1_000),
            new Kind("resubmit", executor -> new Resubmit(executor, 10, 100), 1_000, 1_000),
            new Kind("spawnManyRemoteIdle", executor -> new SpawnManyRemoteIdle(executor, 1_000), 1_000, 1_001));

    static Stream<Arguments> everyKindOnEveryPeer() {
        return KINDS.stream().flatMap(kind -> Peer.available().stream().map(peer -> Arguments.of(kind, peer)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("everyKindOnEveryPeer")
    void executesEachTaskOnceAndCountsThemAll(Kind kind, Peer peer) {
        AtomicInteger handedIn = new AtomicInteger();
        AtomicInteger executed = new AtomicInteger();
        RunningPeer running = peer.start(Parallelism.ofThisJvm());
        Batch batch = kind.make().apply(task -> {
            handedIn.incrementAndGet();
            running.executor().execute(() -> {
                executed.incrementAndGet();
                task.run();
            });
        });

        batch.run();
        running.close();

        assertThat(batch.executions()).isEqualTo(kind.counted()).isEqualTo(batch.expectedExecutions());
        assertThat(handedIn).hasValue(kind.handedIn());
        assertThat(executed).hasValue(kind.handedIn());
    }

    @Test
    void aTreeHasAPowerOfTenLeaves() {
        assertThatThrownBy(() -> new ForkTree(Runnable::run, 1_001))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1001");
    }
}
