package dev.gmp.benchmarks.workload.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.benchmarks.compare.Group;
import dev.gmp.benchmarks.compare.Workload;
import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every workload ends on each peer that it is measured on, with all values there. */
class ChannelBatchTest {
    record Kind(String workload, Function<Channels, ChannelBatch> make, int counted) {
        @Override
        public String toString() {
            return workload;
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind("channelPingPong", channels -> ChannelBatch.pingPong(channels, 500), 1_000),
            new Kind("channelPipeline1", channels -> ChannelBatch.pipeline(channels, 1, 1_000), 1_000),
            new Kind("channelPipeline4", channels -> ChannelBatch.pipeline(channels, 4, 250), 1_000),
            new Kind("channelFanIn", channels -> ChannelBatch.fanIn(channels, 100, 10), 1_000),
            new Kind("channelSieve", channels -> ChannelBatch.sieve(channels, 100, 541, 24_133), 100),
            new Kind("channelSelect", channels -> ChannelBatch.select(channels, 8, 125), 1_000));

    static Stream<Arguments> everyKindOnEveryPeer() {
        return KINDS.stream()
                .flatMap(kind -> Group.CHANNELS.availablePeers().stream()
                        .filter(Peer::isInThisJvm)
                        .filter(Workload.byId(kind.workload())::runsOn)
                        .map(peer -> Arguments.of(kind, peer)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("everyKindOnEveryPeer")
    void endsWithAllThere(Kind kind, Peer peer) {
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            ChannelBatch batch = kind.make().apply(Channels.of(peer, running));

            batch.run();

            assertThat(batch.executions()).isEqualTo(kind.counted()).isEqualTo(batch.expectedExecutions());
        }
    }

    @Test
    void failsWhenAValueIsMissing() {
        ChannelBatch batch = ChannelBatch.sieve(new KotlinChannels(), 100, 523, 24_133);

        assertThatThrownBy(batch::run).hasMessage("99 values came with the sum 23592, in place of 100 with 24133");
    }
}
