package dev.gmp.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Goroutines;
import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every workload on virtual threads starts so many of them, all end, and it counts what they did. */
class VirtualBatchTest {
    record Kind(String name, Function<ThreadFactory, Batch> make, int counted, int threads) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind("spawn", threads -> new Spawn(threads, 1_000), 1_000, 1_001),
            new Kind("forkTreeJoin", threads -> new ForkTreeJoin(threads, 1_000), 1_000, 1_111),
            new Kind("pingPong", threads -> new PingPong(threads, 500), 1_000, 2),
            new Kind("yield", threads -> new Yield(threads, 10, 100), 1_000, 10),
            new Kind("pipeline", threads -> new Pipeline(threads, 4, 250), 1_000, 8),
            new Kind("sleep", threads -> sleepAll(threads, SleepAll.THREAD_SLEEP), 1_000, 1_001),
            new Kind("goroutinesSleep", threads -> sleepAll(threads, Goroutines::sleep), 1_000, 1_001));

    private static Batch sleepAll(ThreadFactory threads, SleepAll.Sleep sleep) {
        return new SleepAll(threads, 1_000, Duration.ofMillis(1), sleep);
    }

    static Stream<Arguments> everyKindOnEveryPeer() {
        return KINDS.stream()
                .flatMap(kind -> Stream.of(Peer.GMP_VIRTUAL, Peer.VIRTUAL_THREADS)
                        .filter(Peer::isAvailable)
                        .map(peer -> Arguments.of(kind, peer)));
    }

    @ParameterizedTest(name = "{0} on {1}", allowZeroInvocations = true)
    @MethodSource("everyKindOnEveryPeer")
    void endsWithAllDone(Kind kind, Peer peer) {
        AtomicInteger made = new AtomicInteger();
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            Batch batch = kind.make().apply(body -> {
                made.incrementAndGet();
                return running.threads().newThread(body);
            });

            batch.run();

            assertThat(batch.executions()).isEqualTo(kind.counted()).isEqualTo(batch.expectedExecutions());
            assertThat(made).hasValue(kind.threads());
        }
    }
}
