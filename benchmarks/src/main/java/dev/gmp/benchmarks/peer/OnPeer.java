package dev.gmp.benchmarks.peer;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Benchmarks in nanoseconds. Methods have the names of the workloads, and each invocation is one batch on the peer that
 * the parameter {@code peer} names, which each class has with its own peers.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public abstract class OnPeer {
    private RunningPeer running = RunningPeer.ofTasks(Runnable::run, () -> {});

    @Setup
    public void start(BenchmarkParams params) {
        running = Peer.valueOf(params.getParam("peer")).start(Parallelism.ofThisJvm());
    }

    @TearDown
    public void stop() {
        running.close();
    }

    protected final RunningPeer running() {
        return running;
    }
}
