package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import java.time.Duration;
import java.util.function.ObjDoubleConsumer;

/** Tasks that come from outside now and then, and none at all. */
public final class OutsideMeasurements {
    public static final String CPU_PER_TASK = "cpu-us-per-task";
    /** Microseconds from hand-in to start that half of the tasks did not exceed. */
    public static final String START_P50 = "start-p50-us";

    public static final String START_P99 = "start-p99-us";
    public static final String IDLE_PERCENT = "idle-percent-of-core";

    private static final int WARM_UP_TASKS = 500_000;
    private static final Duration TRICKLE_INTERVAL = Duration.ofMillis(1);
    private static final Duration SETTLE = Duration.ofMillis(700);

    private OutsideMeasurements() {}

    static void trickle(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures) {
        WarmUp.withTrickle(running);
        Trickle trickle = new Trickle(running.executor(), TRICKLE_INTERVAL);
        trickle.run(tasksWithin(SETTLE));
        Trickle.Cost cost = trickle.run(tasksWithin(window));
        figures.accept(CPU_PER_TASK, cost.cpuNanosPerTask() / 1_000);
        figures.accept(START_P50, cost.latencyNanos(0.50) / 1_000.0);
        figures.accept(START_P99, cost.latencyNanos(0.99) / 1_000.0);
    }

    static void idleCpu(Peer peer, Duration window, ObjDoubleConsumer<String> figures) throws InterruptedException {
        IdleCpu.Usage usage = new IdleCpu(peer, Parallelism.ofThisJvm()).measure(WARM_UP_TASKS, SETTLE, window);
        figures.accept(IDLE_PERCENT, usage.percentOfCore());
    }

    private static int tasksWithin(Duration window) {
        return Math.max(1, (int) window.dividedBy(TRICKLE_INTERVAL));
    }
}
