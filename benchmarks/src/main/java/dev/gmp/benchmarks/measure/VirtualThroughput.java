package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.ForkTreeJoin;
import dev.gmp.benchmarks.workload.PingPong;
import dev.gmp.benchmarks.workload.Pipeline;
import dev.gmp.benchmarks.workload.Spawn;
import dev.gmp.benchmarks.workload.Yield;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds a goroutine, a leaf, a round trip, a yield or an item, on virtual threads. Methods have the names of the
 * workloads, and each invocation is one batch on the peer that the fork started.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class VirtualThroughput {
    private static final int GOROUTINES = 200_000;
    private static final int LEAVES = 100_000;
    private static final int ROUND_TRIPS = 100_000;
    private static final int YIELDERS = 100;
    private static final int YIELDS = 500_000;
    private static final int PAIRS = 4;
    private static final int ITEMS = 400_000;

    @Param({"GMP_VIRTUAL", "VIRTUAL_THREADS"})
    public Peer peer = Peer.VIRTUAL_THREADS;

    private RunningPeer running = RunningPeer.ofTasks(Runnable::run, () -> {});

    @Setup
    public void start() {
        running = peer.start(Parallelism.ofThisJvm());
    }

    @TearDown
    public void stop() {
        running.close();
    }

    @Benchmark
    @OperationsPerInvocation(GOROUTINES)
    public void spawn() {
        new Spawn(running.threads(), GOROUTINES).run();
    }

    @Benchmark
    @OperationsPerInvocation(LEAVES)
    public void forkTreeJoin() {
        new ForkTreeJoin(running.threads(), LEAVES).run();
    }

    @Benchmark
    @OperationsPerInvocation(ROUND_TRIPS)
    public void pingPong() {
        new PingPong(running.threads(), ROUND_TRIPS).run();
    }

    @Benchmark
    @OperationsPerInvocation(YIELDS)
    @SuppressWarnings("NamedLikeContextualKeyword") // the workload's name, and the JDK's
    public void yield() {
        new Yield(running.threads(), YIELDERS, YIELDS / YIELDERS).run();
    }

    @Benchmark
    @OperationsPerInvocation(ITEMS)
    public void pipeline() {
        new Pipeline(running.threads(), PAIRS, ITEMS / PAIRS).run();
    }
}
