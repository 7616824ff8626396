package dev.gmp.benchmarks.measure;

import dev.gmp.Goroutines;
import dev.gmp.benchmarks.figures.Median;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.Burst;
import dev.gmp.benchmarks.workload.Hogs;
import dev.gmp.benchmarks.workload.Resubmit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.ObjDoubleConsumer;

/** The cost of the monitor and its requests for tasks that do not need it. */
public final class SysmonMeasurements {
    public static final String CHECKPOINT = "checkpoint-ns";
    /** Percent of a core that the monitor uses while there is nothing to do. */
    public static final String IDLE_PERCENT = "sysmon-idle-percent-of-core";
    /** While processors are busy with trivial tasks. */
    public static final String BUSY_PERCENT = "sysmon-busy-percent-of-core";
    /** While processors are shared between hogs. */
    public static final String HOGS_PERCENT = "sysmon-hogs-percent-of-core";

    private static final String THREAD_NAME = "-sysmon";
    private static final int CALLS = 20_000_000;
    private static final int RUNS = 7;
    private static final int TASKS = 1_000_000;
    private static final int RESUBMITTERS = 100;
    private static final Duration SETTLE = Duration.ofMillis(700);

    private SysmonMeasurements() {}

    static void checkpoint(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures) {
        List<Double> nanos = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            new Burst(running.executor(), 1, task -> nanos.add(nanosPerCheckpoint())).run();
        }
        figures.accept(CHECKPOINT, Median.of(nanos));
    }

    private static double nanosPerCheckpoint() {
        long start = System.nanoTime();
        for (int call = 0; call < CALLS; call++) {
            Goroutines.checkpoint();
        }
        return (double) (System.nanoTime() - start) / CALLS;
    }

    static void cpu(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        WarmUp.withTasks(running);
        Thread.sleep(SETTLE.toMillis());
        figures.accept(IDLE_PERCENT, percentWhile(() -> sleep(window)));
        figures.accept(BUSY_PERCENT, percentWhile(() -> repeat(window, () -> resubmit(running.executor()))));
        Hogs hogs = Hogs.filling(running.executor(), window);
        figures.accept(HOGS_PERCENT, percentWhile(hogs::run));
    }

    private static double percentWhile(Runnable work) {
        ThreadCpu cpu = ThreadCpu.ofThreadsNamed(name -> name.endsWith(THREAD_NAME));
        long start = System.nanoTime();
        work.run();
        cpu.sample();
        return 100.0 * cpu.nanos() / (System.nanoTime() - start);
    }

    private static void resubmit(Executor executor) {
        new Resubmit(executor, RESUBMITTERS, TASKS / RESUBMITTERS).run();
    }

    private static void repeat(Duration window, Runnable work) {
        long end = System.nanoTime() + window.toNanos();
        while (System.nanoTime() - end < 0) {
            work.run();
        }
    }

    private static void sleep(Duration window) {
        try {
            Thread.sleep(window.toMillis());
        } catch (InterruptedException e) {
            throw new IllegalStateException("unexpected interrupt of a measurement", e);
        }
    }
}
