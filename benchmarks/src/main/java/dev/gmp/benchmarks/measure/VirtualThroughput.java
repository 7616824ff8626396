package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.OnPeer;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.workload.ForkTreeJoin;
import dev.gmp.benchmarks.workload.PingPong;
import dev.gmp.benchmarks.workload.Pipeline;
import dev.gmp.benchmarks.workload.Spawn;
import dev.gmp.benchmarks.workload.Yield;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;

/** A goroutine, a leaf, a round trip, a yield or an item, on virtual threads. */
public class VirtualThroughput extends OnPeer {
    private static final int GOROUTINES = 200_000;
    private static final int LEAVES = 100_000;
    private static final int ROUND_TRIPS = 100_000;
    private static final int YIELDERS = 100;
    private static final int YIELDS = 500_000;
    private static final int PAIRS = 4;
    private static final int ITEMS = 400_000;

    @Param({"GMP_VIRTUAL", "VIRTUAL_THREADS"})
    public Peer peer = Peer.VIRTUAL_THREADS;

    @Benchmark
    @OperationsPerInvocation(GOROUTINES)
    public void spawn() {
        new Spawn(running().threads(), GOROUTINES).run();
    }

    @Benchmark
    @OperationsPerInvocation(LEAVES)
    public void forkTreeJoin() {
        new ForkTreeJoin(running().threads(), LEAVES).run();
    }

    @Benchmark
    @OperationsPerInvocation(ROUND_TRIPS)
    public void pingPong() {
        new PingPong(running().threads(), ROUND_TRIPS).run();
    }

    @Benchmark
    @OperationsPerInvocation(YIELDS)
    @SuppressWarnings("NamedLikeContextualKeyword") // the workload's name, and the JDK's
    public void yield() {
        new Yield(running().threads(), YIELDERS, YIELDS / YIELDERS).run();
    }

    @Benchmark
    @OperationsPerInvocation(ITEMS)
    public void pipeline() {
        new Pipeline(running().threads(), PAIRS, ITEMS / PAIRS).run();
    }
}
