package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.OnPeer;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.workload.ForkTree;
import dev.gmp.benchmarks.workload.HandOver;
import dev.gmp.benchmarks.workload.Resubmit;
import dev.gmp.benchmarks.workload.SpawnManyRemoteIdle;
import dev.gmp.benchmarks.workload.SubmitFromOutside;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** An execution; a round trip, for {@code handOver}. */
public class Throughput extends OnPeer {
    private static final int TASKS = 1_000_000;
    private static final int SUBMITTERS = 2;
    private static final int ROUND_TRIPS = 100_000;
    private static final int RESUBMITTERS = 100;
    private static final int BURST = 10_000;

    @Param
    public Peer peer = Peer.FORK_JOIN_ASYNC;

    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void submitFromOutside() {
        new SubmitFromOutside(running().executor(), TASKS, SUBMITTERS).run();
    }

    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void forkTree() {
        new ForkTree(running().executor(), TASKS).run();
    }

    @Benchmark
    @OperationsPerInvocation(ROUND_TRIPS)
    public void handOver() {
        new HandOver(running().executor(), ROUND_TRIPS).run();
    }

    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void resubmit() {
        new Resubmit(running().executor(), RESUBMITTERS, TASKS / RESUBMITTERS).run();
    }

    @Benchmark
    @OperationsPerInvocation(BURST)
    public void spawnManyRemoteIdle(IdleBefore idle) {
        new SpawnManyRemoteIdle(running().executor(), BURST).run();
    }

    /** Gives the workers time to park before each invocation; the pause itself is not measured. */
    @State(Scope.Benchmark)
    public static class IdleBefore {
        private static final long PAUSE_MILLIS = 2;

        @Setup(Level.Invocation)
        public void pause() throws InterruptedException {
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
