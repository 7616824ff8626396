package dev.gmp.benchmarks.workload.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.benchmarks.peer.Actors;
import dev.gmp.benchmarks.peer.Actors.Behaviour;
import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.Batch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every workload of actors makes so many of them on every peer, every message arrives, and it counts them all. */
class ActorBatchTest {
    /**
     * @param counted what the workload counts
     * @param made how many actors
     * @param received how many messages, those that set the work going included
     */
    record Kind(String name, Function<Actors, Batch> make, int counted, int made, int received) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Arguments> everyKindOnEveryPeer() {
        return Stream.of(
                        new Kind("pingPong", actors -> new ActorPingPong(actors, 4, 250), 2_000, 8, 2_008),
                        new Kind("ring", actors -> new ActorRing(actors, 100, 5), 500, 100, 500),
                        new Kind("fanIn", actors -> new ActorFanIn(actors, 10, 5, 20), 1_000, 11, 1_050),
                        new Kind("spawn", actors -> new ActorSpawn(actors, 2_500), 2_500, 2_501, 4))
                .flatMap(kind -> Stream.of(
                                Peer.GMP_PROCESSES, Peer.PEKKO, Peer.VIRTUAL_LINKED_QUEUE, Peer.VIRTUAL_TRANSFER_QUEUE)
                        .filter(Peer::isAvailable)
                        .map(peer -> Arguments.of(kind, peer)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("everyKindOnEveryPeer")
    void endsWithAllDone(Kind kind, Peer peer) {
        AtomicInteger made = new AtomicInteger();
        AtomicInteger received = new AtomicInteger();
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            Batch batch = kind.make().apply(counting(running.actors(), made, received));

            batch.run();

            assertThat(batch.executions()).isEqualTo(kind.counted()).isEqualTo(batch.expectedExecutions());
            assertThat(made).hasValue(kind.made());
            assertThat(received).hasValue(kind.received());
        }
    }

    private static Actors counting(Actors actors, AtomicInteger made, AtomicInteger received) {
        return behaviour -> {
            made.incrementAndGet();
            return actors.start(new Behaviour() {
                @Override
                public boolean started(Actors within) {
                    return behaviour.started(counting(within, made, received));
                }

                @Override
                public boolean receive(Object message) {
                    received.incrementAndGet();
                    return behaviour.receive(message);
                }
            });
        };
    }
}
