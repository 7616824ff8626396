package dev.gmp.benchmarks.measure.channel;

import dev.gmp.benchmarks.peer.OnPeer;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.workload.channel.ChannelBatch;
import dev.gmp.benchmarks.workload.channel.Channels;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/** A value, a round trip or a prime. */
@Warmup(iterations = 2, time = 250, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 250, timeUnit = TimeUnit.MILLISECONDS)
public class ChannelThroughput extends OnPeer {
    private static final int ROUND_TRIPS = 50_000;
    private static final int VALUES = 200_000;
    private static final int PAIRS = 4;
    private static final int SENDERS = 100;
    private static final int SELECTED = 80_000;
    private static final int CASES = 8;
    private static final int PRIMES = 2_000;
    private static final int LAST_PRIME = 17_389;
    private static final long SUM_OF_PRIMES = 16_274_627;

    @Param({"GMP_CHANNEL", "KOTLINX_CHANNEL"})
    public Peer peer = Peer.KOTLINX_CHANNEL;

    private Channels channels() {
        return Channels.of(peer, running());
    }

    @Benchmark
    @OperationsPerInvocation(ROUND_TRIPS)
    public void channelPingPong() {
        ChannelBatch.pingPong(channels(), ROUND_TRIPS).run();
    }

    @Benchmark
    @OperationsPerInvocation(VALUES)
    public void channelPipeline1() {
        ChannelBatch.pipeline(channels(), 1, VALUES).run();
    }

    @Benchmark
    @OperationsPerInvocation(VALUES)
    public void channelPipeline4() {
        ChannelBatch.pipeline(channels(), PAIRS, VALUES / PAIRS).run();
    }

    @Benchmark
    @OperationsPerInvocation(VALUES)
    public void channelFanIn() {
        ChannelBatch.fanIn(channels(), SENDERS, VALUES / SENDERS).run();
    }

    @Benchmark
    @OperationsPerInvocation(PRIMES)
    public void channelSieve() {
        ChannelBatch.sieve(channels(), PRIMES, LAST_PRIME, SUM_OF_PRIMES).run();
    }

    @Benchmark
    @OperationsPerInvocation(SELECTED)
    public void channelSelect() {
        ChannelBatch.select(channels(), CASES, SELECTED / CASES).run();
    }
}
