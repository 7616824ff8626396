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

/**
 * Benchmarks in nanoseconds. Methods have the names of the workloads, and each invocation is one batch on the peer that the
 * fork started.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public abstract class OnPeer {
    private RunningPeer running = RunningPeer.ofTasks(Runnable::run, () -> {});

    /** The parameter. */
    protected abstract Peer peer();

    @Setup
    public void start() {
        running = peer().start(Parallelism.ofThisJvm());
    }

    @TearDown
    public void stop() {
        running.close();
    }

    protected final RunningPeer running() {
        return running;
    }
}
